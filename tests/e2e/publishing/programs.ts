/** A publisher's server in plain JavaScript: loads every module of the kit and asks for a turn. */
export function kitProgram(modules: readonly string[]): string {
  return `
import { createPublisherKit } from "@placard/publisher-kit";
const modules = await Promise.all(${JSON.stringify(modules)}.map((name) => import(name)));
const kit = createPublisherKit({
  baseUrl: process.env.PLACARD_URL,
  apiKey: process.env.PLACARD_KEY,
  timeoutMs: 5000,
});
const turn = await kit.turn({ text: "I want to buy running shoes under $100" });
await kit.close();
const version = process.versions.node;
console.log(JSON.stringify({ version, turn, modules: modules.length }));
`;
}

/** Uses what the packages export the way their pages say, so that wrong types do not compile. */
export function typedProgram(modules: readonly string[]): string {
  const imports = modules.map((name, place) => `import * as module${place} from "${name}";`);
  return `${imports.join("\n")}
import "@placard/widget/placard.css";
import type {} from "@placard/widget/placard.js";
import { createPublisherKit } from "@placard/publisher-kit";
import { createFetchHandler } from "@placard/publisher-kit/fetch";
import type { Card, Turn } from "@placard/publisher-kit/types";
import { mount, type Widget } from "@placard/widget";
import { de } from "@placard/widget/messages/de";
import { PlacardOffers, type PlacardOffersProps } from "@placard/widget/react";

const kit = createPublisherKit({ baseUrl: "https://ads.example.com", apiKey: "key" });
export const handler: (request: Request) => Promise<Response> = createFetchHandler(kit);
export const turn: Promise<Turn> = kit.turn({ text: "shoes" });
declare const cards: readonly Card[];
declare const box: Element;
const widget: Widget = mount(box, { endpoint: "/offers", messages: de });
// The widget carries its own copy of the wire's types, and cards of the kit fit it.
widget.show(cards);
export const sameInScript: Widget = globalThis.Placard.mount(box, { endpoint: "/offers" });
export const props: PlacardOffersProps = { endpoint: "/offers" };
export const drawn = PlacardOffers(props);
// An endpoint is needed, and a wrong option is found.
export const isFound: { endpont: string } extends Parameters<typeof mount>[1] ? false : true = true;
export const used = [${modules.map((_, place) => `module${place}`).join(", ")}];
`;
}

/** The element by name and in the markup of the frameworks: a wrong attribute does not compile. */
export const ELEMENT_PROGRAMS: Readonly<Record<string, string>> = {
  "element.ts": `import type {} from "@placard/widget";
import type {} from "@placard/widget/vue";
import type { GlobalComponents } from "vue";
export const turn = () => document.querySelector("placard-offers")?.turn("boots");
export const attributes: InstanceType<GlobalComponents["placard-offers"]>["$props"] = {
  endpoint: "/offers",
  theme: "dark",
};
`,
  ...Object.fromEntries(
    ["react", "preact"].map((name) => [
      `element-${name}.tsx`,
      `/** @jsxImportSource ${name} */
import type {} from "@placard/widget${name === "react" ? "/react" : ""}";
import type { PlacardOffersElement } from "@placard/widget";
declare const ref: { current: PlacardOffersElement | null };
export const box = <placard-offers ref={ref} endpoint="/offers" theme="dark" lang="de" />;
// @ts-expect-error
export const wrong = <placard-offers endpont="/offers" />;
`,
    ]),
  ),
};
