import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { define, type PlacardOffersElement } from "../../widget/src/index.ts";
import { Server, setTab, Views } from "./host.ts";

let server: Server;
beforeEach(() => {
  server = new Server();
  vi.stubGlobal("fetch", server.fetch);
  vi.stubGlobal("IntersectionObserver", Views);
  setTab("visible");
  document.body.replaceChildren();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function isOffers(element: Element): element is PlacardOffersElement {
  return element.localName === "placard-offers" && "turn" in element;
}

function place(attributes: Record<string, string>): PlacardOffersElement {
  define();
  define();
  const element = document.createElement("placard-offers");
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  if (!isOffers(element)) throw new Error("not defined");
  return element;
}

it("the element asks its endpoint, shows cards and tells the page", async () => {
  const element = place({ endpoint: "/offers/", lang: "en-GB", theme: "dark" });
  const heard: unknown[] = [];
  document.body.addEventListener("placard", (event) => {
    if (event instanceof CustomEvent) heard.push(event.detail);
  });
  expect(await element.turn("boots")).toMatchObject({ status: "filled" });
  expect(heard).toEqual([{ type: "filled", turnId: "turn-1", cards: 1 }]);
  expect(element.shadowRoot?.querySelector("b")?.textContent).toBe("US$129.00");
  expect(element.shadowRoot?.querySelector<HTMLElement>("[part=box]")?.dataset.theme).toBe("dark");
});

it("an attribute changed later takes effect", async () => {
  const element = place({ endpoint: "/offers", lang: "en" });
  await element.turn("boots");
  element.setAttribute("lang", "de");
  element.setAttribute("theme", "light");
  const box = element.shadowRoot?.querySelector<HTMLElement>("[part=box]");
  expect(box?.querySelector("b")?.textContent).toBe("129,00\u00a0$");
  expect(box?.dataset.theme).toBe("light");
});

/** The page lets go of an element that has not come back by then. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

it("an element moved in the page keeps its cards; one taken out lets go of them", async () => {
  const element = place({ endpoint: "/offers" });
  await element.turn("boots");
  const other = document.body.appendChild(document.createElement("section"));
  other.append(element);
  await nextTask();
  expect(element.shadowRoot?.querySelectorAll("li")).toHaveLength(1);
  element.remove();
  await nextTask();
  expect(element.shadowRoot?.childNodes).toHaveLength(0);
  expect(await element.turn("boots")).toEqual({ status: "no_fill", reason: "aborted" });
  document.body.append(element);
  expect(await element.turn("boots")).toMatchObject({ status: "filled" });
});

it("options of the page win over attributes, and a page's own words are used", async () => {
  const element = place({ endpoint: "/nowhere", lang: "en" });
  element.update({ endpoint: "/offers", messages: { region: "Partner offers" } });
  await element.turn("boots");
  expect(element.shadowRoot?.querySelector("aside")?.ariaLabel).toBe("Partner offers");
});
