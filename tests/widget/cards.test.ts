import { fireEvent } from "@testing-library/preact";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { de } from "../../widget/src/messages/de.ts";
import { parseCards, parseTurn } from "../../widget/src/validate.ts";
import { card, HOP, type Stage, stage } from "./host.ts";

let on: Stage | undefined;
afterEach(() => {
  on?.widget.destroy();
  vi.unstubAllGlobals();
});

async function filled(cards: unknown[]): Promise<Stage> {
  on = stage();
  on.server.turn = () => ({ body: { status: "filled", turnId: "turn-1", cards } });
  await on.widget.turn("boots");
  return on;
}

describe("a filled turn", () => {
  it("shows label, title, price and seller, and one tracked link per card", async () => {
    const { inside } = await filled([card(), card({ cardToken: "token-2", title: "Socks" })]);
    const region = inside().getByRole("complementary", { name: "Sponsored" });
    expect(inside().getAllByRole("listitem")).toHaveLength(2);
    const link = inside().getByRole("link", { name: "Trailhead boots (opens in a new tab)" });
    expect(link.getAttribute("href")).toBe(HOP);
    expect(link.getAttribute("target")).toBe("_blank");
    expect(link.getAttribute("rel")).toBe("sponsored noopener noreferrer");
    expect(inside().getAllByRole("link")).toHaveLength(2);
    expect(region.textContent).toContain("$129.00");
    expect(region.textContent).toContain("Sold by Northbound Shop");
  });

  it("names the card as advertising before the link, and with the link", async () => {
    const { inside } = await filled([card()]);
    const link = inside().getByRole("link");
    const label = inside().getByText("Sponsored · Northbound");
    const order = label.compareDocumentPosition(link);
    expect(order & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    const described = link.getAttribute("aria-describedby");
    expect(label.closest("p")?.id).toBe(described);
    expect(inside().getByRole("listitem").textContent).toMatch(/^Sponsored · Northbound/);
  });

  it("announces how many there are, politely, and moves no focus", async () => {
    document.body.focus();
    const { inside } = await filled([card(), card({ cardToken: "token-2" })]);
    expect(inside().getByRole("status").textContent).toBe("2 sponsored offers");
    expect(document.activeElement).toBe(document.body);
  });
});

describe("a card", () => {
  it("names who pays, where its label does not", async () => {
    const { inside } = await filled([card({ disclosure: "Ad" })]);
    expect(inside().getByRole("listitem").textContent).toContain("Paid for by Northbound");
  });

  it("names whom its label names already only once", async () => {
    const { inside } = await filled([card({ disclosure: "Ad · Sold by Northbound Shop" })]);
    const text = inside().getByRole("listitem").textContent;
    expect(text.split("Northbound Shop")).toHaveLength(2);
  });

  it("says label and payer, which are words of the exchange, in the texts' language", async () => {
    const { inside, widget } = await filled([
      card(),
      card({ cardToken: "b", disclosure: "Promo" }),
      card({ cardToken: "c", disclosure: "Ad · paid for by Acme", sponsor: "Acme" }),
      card({ cardToken: "d", disclosure: "Anzeige · Sponsored by Acme" }),
      card({ cardToken: "e", disclosure: "Ad · Sold by Acme" }),
      card({ cardToken: "f", disclosure: "Ad · Sponsored" }),
    ]);
    widget.update({ messages: de });
    const labels = inside()
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
    expect(labels[0]).toMatch(/^Gesponsert · Northbound/);
    expect(labels[1]).toMatch(/^Promo/);
    expect(labels[2]).toMatch(/^Anzeige · Bezahlt von Acme/);
    expect(labels[3]).toMatch(/^Anzeige · Bezahlt von Acme/);
    expect(labels[4]).toMatch(/^Anzeige · Verkauf durch Acme/);
    expect(labels[5]).toMatch(/^Anzeige · Gesponsert/);
  });

  it("copies its coupon code, says so, and opens no link by it", async () => {
    const copied: string[] = [];
    const writeText = async (text: string) => void copied.push(text);
    vi.stubGlobal("navigator", { ...navigator, language: "en", clipboard: { writeText } });
    const { inside, heard } = await filled([card({ couponCode: "DRY10" })]);
    fireEvent.click(inside().getByRole("button", { name: "Code DRY10 Copy" }));
    await vi.waitFor(() => inside().getByRole("button", { name: "Code DRY10 Copied" }));
    expect(copied).toEqual(["DRY10"]);
    expect(heard.map(({ type }) => type)).not.toContain("click");
  });
});

describe("the price of a card", () => {
  it("is shown with a former price only when there is one, which is also said", async () => {
    const price = { amount: 100, currency: "EUR", compareAtAmount: 125, discountPercent: 20 };
    const { inside } = await filled([
      card({ price }),
      card({ cardToken: "b", title: "Plain", price: { ...price, compareAtAmount: null } }),
      card({ cardToken: "c", title: "Odd", price: { ...price, compareAtAmount: 90 } }),
    ]);
    const [first, second, third] = inside().getAllByRole("listitem");
    expect(first?.querySelector("s")?.textContent).toBe("Original price €125.00");
    expect(first?.textContent).toContain("20% off");
    expect(second?.querySelector("s")).toBeNull();
    expect(third?.querySelector("s")).toBeNull();
  });

  it("invents no discount", async () => {
    const price = { amount: 100, currency: "EUR", compareAtAmount: 125, discountPercent: null };
    const { inside } = await filled([card({ price })]);
    const line = inside().getByText("€100.00").parentElement;
    expect(line?.textContent).toBe("€100.00Original price €125.00");
  });
});

describe("what an advertiser sends", () => {
  it("shows markup of an advertiser as text", async () => {
    const title = "<img src=x onerror=alert(1)><b>Big</b>";
    const { inside, element } = await filled([card({ title, image: undefined })]);
    expect(inside().getByText(title)).toBeTruthy();
    expect(element.shadowRoot?.querySelectorAll("img")).toHaveLength(0);
  });

  it("uses no style element, no style attribute and no markup of its own in the page", async () => {
    const { element } = await filled([card()]);
    const root = element.shadowRoot;
    expect(root?.adoptedStyleSheets).toHaveLength(1);
    expect(root?.querySelector("style, [style], link, script, iframe")).toBeNull();
    expect(element.childNodes).toHaveLength(0);
  });

  it("puts a drawing where a picture does not load", async () => {
    const { element } = await filled([card()]);
    const image = element.shadowRoot?.querySelector("img");
    if (!image) throw new Error("no picture");
    fireEvent.error(image);
    await vi.waitFor(() => expect(element.shadowRoot?.querySelector("img")).toBeNull());
    expect(element.shadowRoot?.querySelector("[part=image] svg")).toBeTruthy();
  });
});

describe("the card menu", () => {
  it("hides a card for good, until the reader takes it back in its place", async () => {
    const cards = [card(), card({ cardToken: "token-2", title: "Socks" })];
    const { inside, element, widget, server } = await filled(cards);
    const hide = () => {
      const [first] = inside().getAllByText("Hide this offer");
      if (!first) throw new Error("nothing to press");
      fireEvent.click(first);
    };
    const focused = () => element.shadowRoot?.activeElement;
    hide();
    expect(inside().getAllByRole("link")).toHaveLength(1);
    const undo = inside().getByRole("button", { name: "Undo" });
    expect(focused()).toBe(undo);
    fireEvent.click(undo);
    const titles = inside()
      .getAllByRole("link")
      .map(({ textContent }) => textContent);
    expect(titles[0]).toContain("Trailhead boots");
    const options = inside().getByRole("button", { name: "Options for Trailhead boots" });
    expect(focused()).toBe(options);

    hide();
    const again = [card({ cardToken: "fresh" }), card({ cardToken: "f2", title: "Hat" })];
    server.turn = () => ({ body: { status: "filled", turnId: "turn-2", cards: again } });
    await widget.turn("boots again");
    expect(inside().getAllByRole("listitem")).toHaveLength(1);
    expect(inside().queryByText("Trailhead boots")).toBeNull();
  });

  it("says why the ad is there and who pays, and tells the host that someone asked", async () => {
    const { inside, heard } = await filled([card()]);
    const why = inside().getByText("Why this ad");
    expect(inside().getByText(/This is advertising.*Paid for by Northbound/)).toBeTruthy();
    fireEvent.click(why);
    await vi.waitFor(() => expect(heard.at(-1)).toMatchObject({ type: "why" }));
  });

  it("opens from its own button, by the browser's means", async () => {
    const { inside, element } = await filled([card()]);
    const opener = inside().getByRole("button", { name: "Options for Trailhead boots" });
    const menu = element.shadowRoot?.getElementById(opener.getAttribute("popovertarget") ?? "");
    expect(menu?.getAttribute("popover")).toBe("auto");
    expect(menu?.textContent).toMatch(/^Hide this offerWhy this ad/);
  });

  it("keeps Escape from the host while it is open, and gives the focus to its button", async () => {
    const { inside, element } = await filled([card()]);
    const opener = inside().getByRole("button", { name: "Options for Trailhead boots" });
    const menu = element.shadowRoot?.querySelector<HTMLElement>("[popover]");
    const item = menu?.closest("li");
    if (!menu || !item) throw new Error("no menu");
    // The test page has no popovers of its own, so it is told whether this one is open.
    let isOpen = false;
    const find = item.querySelector.bind(item);
    vi.spyOn(item, "querySelector").mockImplementation((selector: string) =>
      selector === ":popover-open" ? (isOpen ? menu : null) : find(selector),
    );
    menu.hidePopover = () => {
      isOpen = false;
    };
    const host = vi.fn();
    element.addEventListener("keydown", host);
    fireEvent.keyDown(menu, { key: "Escape" });
    expect(host).toHaveBeenCalledTimes(1);
    isOpen = true;
    fireEvent.keyDown(menu, { key: "Escape" });
    expect(host).toHaveBeenCalledTimes(1);
    expect(isOpen).toBe(false);
    expect(element.shadowRoot?.activeElement).toBe(opener);
  });
});

describe("a card that does not fit", () => {
  it.each([
    ["no label", { disclosure: "" }],
    ["a label of blanks", { disclosure: "  " }],
    ["a label that is no text", { disclosure: { label: "Ad" } }],
    ["no title", { title: undefined }],
    ["a title that is no text", { title: 7 }],
    ["a seller that is no text", { seller: ["x"] }],
    ["a text without end", { text: "x".repeat(2001) }],
    ["no token", { cardToken: "" }],
    ["an unknown kind", { kind: "video" }],
    ["a link past the hop", { clickUrl: "https://shop.example/p/1" }],
    ["a short hop", { clickUrl: `https://exchange.example/r/${"a".repeat(63)}` }],
    ["a longer path", { clickUrl: `${HOP}/x` }],
    ["a hop below another path", { clickUrl: HOP.replace("/r/", "/x/r/") }],
    ["a relative link", { clickUrl: `/r/${"a".repeat(64)}` }],
    ["a script link", { clickUrl: `javascript:/r/${"a".repeat(64)}` }],
    ["a link with a password", { clickUrl: HOP.replace("//", "//u:p@") }],
    ["a price that is no number", { price: { amount: "12", currency: "USD" } }],
    ["a rating beyond five stars", { rating: { value: 9, count: 3 } }],
    ["a price below zero", { price: { amount: -1, currency: "USD" } }],
    ["a currency that is none", { price: { amount: 1, currency: "dollars" } }],
    ["a picture that is a script", { image: { url: "javascript:alert(1)" } }],
    ["a picture without address", { image: {} }],
  ])("is left out: %s", async (_, fields) => {
    expect(parseCards([card(fields)])).toEqual([]);
    const { inside } = await filled([card(fields), card({ cardToken: "good" })]);
    expect(inside().getAllByRole("listitem")).toHaveLength(1);
  });
});

describe("arbitrary data", () => {
  it("makes a turn a no-fill when it was the only one", async () => {
    on = stage();
    const cards = [card({ disclosure: "" })];
    on.server.turn = () => ({ body: { status: "filled", turnId: "turn-1", cards } });
    expect(await on.widget.turn("boots")).toEqual({ status: "no_fill", reason: "empty" });
    expect(on.inside().queryByRole("complementary")).toBeNull();
  });

  it("never throws, whatever the server sends", () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom(...Object.keys(card())), fc.jsonValue()),
        (any, fields) => {
          parseTurn(any);
          parseTurn({ status: "filled", turnId: "t", cards: any });
          for (const kept of parseCards([card(fields), any])) {
            expect(kept.disclosure.trim()).not.toBe("");
            expect(new URL(kept.clickUrl).pathname).toMatch(/^\/r\/[\w-]{64}$/);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });

  it("never breaks the page, whatever the host shows", async () => {
    on = stage();
    const shown = on;
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(card())), fc.jsonValue()),
        (fields) => {
          const cards: unknown[] = [card({ ...fields, cardToken: "a" }), card()];
          // The host may be plain JavaScript; its cards are as unknown as the server's.
          Reflect.apply(shown.widget.show, shown.widget, [cards]);
          expect(shown.inside().getAllByRole("link").length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 200 },
    );
    expect(on.heard.filter((event) => event.type === "error" && event.code === "render")).toEqual(
      [],
    );
  });
});
