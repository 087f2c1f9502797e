import type { Browser } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { launchBrowser } from "../../setup/browser.ts";
import { axeFindings, openPage, overflowOf, photograph, someLooks } from "../../setup/page.ts";
import { buildWidget } from "../../widget/built.ts";
import { type CitedHost, openCitedHost } from "./cited-host.ts";

/** A chat that runs its turn on the server and gives the widget what came with the answer. */
const chat = `<!doctype html><html lang="en"><head><title>Chat</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<link rel="stylesheet" href="/placard.css">
<script src="/placard.js"></script>
<style>:root { color-scheme: light dark } body { margin: 0; font: 16px system-ui }
main { padding: 8px; overflow-wrap: anywhere }
placard-offers { --placard-height: 440px }</style></head>
<body><main><h1>Chat</h1><placard-offers endpoint="/offers"></placard-offers>
<p id="answer"></p></main><script>
window.shift = 0;
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) shift += value;
}).observe({ type: "layout-shift", buffered: true });
window.send = async () => {
  const response = await fetch("/chat", { method: "POST" });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const isNew = !text.includes("\\n");
    text += part.value;
    const [line, ...answer] = text.split("\\n");
    if (isNew && answer[0] !== undefined) {
      const { cards, turnId } = JSON.parse(line);
      document.querySelector("placard-offers").show(cards, { turnId });
    }
    document.querySelector("#answer").textContent = answer.join("\\n");
  }
};
</script></body></html>`;

let browser: Browser;
let files: Map<string, string>;
let host: CitedHost;
beforeAll(async () => {
  files = await buildWidget();
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  host = await openCitedHost(files, chat);
  return () => host.close();
});

const nodesSchema = z.object({
  nodes: z.array(
    z.object({
      role: z.object({ value: z.string() }).optional(),
      name: z.object({ value: z.string() }).optional(),
      description: z.object({ value: z.string() }).optional(),
    }),
  ),
});

const LOOKS = [
  { name: "light", look: { width: 800, height: 700 } },
  { name: "dark", look: { width: 800, height: 700, colorScheme: "dark" }, isLong: true },
  { name: "light-360", look: { width: 360, height: 900 }, isLong: true },
  { name: "dark-360", look: { width: 360, height: 900, colorScheme: "dark" } },
] as const;

test.each(someLooks(LOOKS))(
  "the card that the answer cites is marked when it has ended, and nothing moves: $name",
  async ({ name, look }) => {
    const { page, context, troubles } = await openPage(browser, host.url, look);
    await page.evaluate("void send()");
    const cards = page.getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(3);
    await expect.poll(() => host.asked).toContain("/offers/citations");
    await expect.poll(() => page.locator("#answer").textContent()).toContain("Take the Velmora");
    const marks = page.locator("li[part~=cited]");
    expect(await marks.count()).toBe(0);
    expect(await page.getByText("In the answer").filter({ visible: true }).count()).toBe(0);
    await page.waitForFunction(() => {
      const root = document.querySelector("placard-offers")?.shadowRoot;
      return [...(root?.querySelectorAll("img") ?? [])].every((image) => image.complete);
    });
    await photograph(page, "widget-cited", `${name}-before`);

    host.endAnswer();
    await marks.first().waitFor();
    expect(await marks.count()).toBe(1);
    expect(await marks.textContent()).toMatch(/^Ad · Velmora In the answer/);
    expect(await page.getByText("In the answer").filter({ visible: true }).count()).toBe(1);
    const said = () => page.locator("#answer").textContent();
    await expect.poll(said).toContain("([Ad · Velmora](");
    const answer = await said();
    expect(answer).not.toContain("[[");

    await photograph(page, "widget-cited", name);
    expect(await page.evaluate("shift")).toBe(0);
    expect(await overflowOf(page)).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(host.asked.filter((path) => path === "/offers/citations")).toHaveLength(1);
    expect(troubles).toEqual([]);
    await context.close();
  },
);

test("a screen reader hears of the mark with the link, and of no mark elsewhere", async () => {
  const { page, context } = await openPage(browser, host.url);
  const session = await context.newCDPSession(page);
  await page.evaluate("void send()");
  await expect.poll(() => page.getByRole("listitem").count()).toBe(3);
  const links = async () => {
    const { nodes } = nodesSchema.parse(await session.send("Accessibility.getFullAXTree"));
    return nodes
      .filter(({ role }) => role?.value === "link")
      .map(({ name, description }) => `${name?.value}: ${description?.value}`);
  };
  const before = [
    "Velmora trail boots (opens in a new tab): Ad · Velmora",
    "Northwind hiking boots (opens in a new tab): Ad · Northwind",
    "Trail shoe 1 (opens in a new tab): Sponsored by Shoe shop",
  ];
  expect((await links()).sort()).toEqual(before.toSorted());
  await expect.poll(() => page.locator("#answer").textContent()).toContain("Take the Velmora");
  host.endAnswer();
  await page.locator("li[part~=cited]").waitFor();
  expect(await links()).toContain(`${before[0]} In the answer`);
  expect(await links()).toEqual(expect.arrayContaining(before.slice(1)));
  await context.close();
});

test("the kit knows of the citation what the widget shows", async () => {
  const { page, context } = await openPage(browser, host.url);
  await page.evaluate("void send()");
  await expect.poll(() => page.locator("#answer").textContent()).toContain("Take the Velmora");
  host.endAnswer();
  await page.locator("li[part~=cited]").waitFor();
  const cited = host.events.flatMap((event) => (event.type === "citation" ? [event] : []));
  expect(cited).toMatchObject([{ tag: "velmora-k7qd", kind: "rec", rendered: true }]);
  const title = page.locator("li[part~=cited] a bdi");
  expect(await title.textContent()).toBe("Velmora trail boots");
  await context.close();
});
