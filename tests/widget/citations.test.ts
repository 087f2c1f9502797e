import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ar } from "../../widget/src/messages/ar.ts";
import { type Answer, card, HOP, type Stage, stage } from "./host.ts";

let on: Stage | undefined;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  on?.widget.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const BOOTS = card({ cardToken: "boots" });
const SOCKS = card({ cardToken: "socks", title: "Wool socks" });
const DONE = { body: { status: "done", cited: [{ cardToken: "socks", kind: "rec" }] } };
const PENDING = { body: { status: "pending", cited: [] } };
const MINUTES_MS = 60_000;

/** A page whose turns may be cited, and whose citations route gives these answers in turn. */
function citing(...answers: (Answer | Promise<Answer>)[]): Stage {
  on = stage();
  on.server.turn = ({ text }) => ({
    body: { status: "filled", turnId: text, cards: [BOOTS, SOCKS], citations: true },
  });
  on.server.citations = () => answers.shift() ?? new Promise(() => {});
  return on;
}

const asked = ({ server }: Stage): unknown[] => server.bodies("/offers/citations");

/** The titles of the marked cards. */
const marked = ({ element }: Stage): (string | undefined)[] =>
  [...(element.shadowRoot?.querySelectorAll("[part~=cited]") ?? [])].map(
    (item) => item.querySelector("a bdi")?.textContent ?? undefined,
  );

describe("a turn whose answer may cite its cards", () => {
  it("asks once, with the token of the session, and marks the cited card alone", async () => {
    const { widget, server, heard } = citing(DONE);
    const result = await widget.turn("hike");
    expect(result).toMatchObject({ status: "filled", turnId: "hike", citations: true });
    await vi.advanceTimersByTimeAsync(10 * MINUTES_MS);
    const paths = ["/offers/session", "/offers/turn", "/offers/citations"];
    expect(server.seen.map(({ path }) => path)).toEqual(paths);
    expect(server.bodies("/offers/citations")).toEqual([{ turnId: "hike" }]);
    const headers = new Headers(server.seen.at(-1)?.init.headers);
    expect(headers.get("authorization")).toBe("Bearer session-1");
    expect(on && marked(on)).toEqual(["Wool socks"]);
    expect(heard.slice(1)).toEqual([{ type: "filled", turnId: "hike", cards: 2 }]);
  });

  it("has the mark in words, after the label and before the link, and with the link", async () => {
    const { widget, inside } = citing(DONE);
    await widget.turn("hike");
    await vi.advanceTimersByTimeAsync(0);
    const [boots, socks] = inside().getAllByRole("listitem");
    expect(socks?.textContent).toMatch(/^Sponsored · Northbound In the answer/);
    const [quiet, mark] = inside().getAllByText("In the answer");
    if (!mark || !quiet) throw new Error("no mark");
    expect(socks?.getAttribute("part")).toBe("card cited");
    expect(socks?.contains(mark)).toBe(true);
    const described = socks?.querySelector("a")?.getAttribute("aria-describedby");
    expect(mark.parentElement?.id).toBe(described);
    // The other card only keeps the place: the style sheet shows the text in cited cards alone.
    expect(boots?.getAttribute("part")).toBe("card");
    expect(boots?.contains(quiet)).toBe(true);
    expect(quiet.getAttribute("part")).toBe("citation");
  });

  it("keeps marks and place through a new language and a hidden card", async () => {
    const { widget, inside } = citing(DONE);
    await widget.turn("hike");
    await vi.advanceTimersByTimeAsync(0);
    widget.update({ messages: ar });
    const [boots, socks] = inside().getAllByRole("listitem");
    expect(socks?.textContent).toContain(ar.cited);
    boots?.querySelector<HTMLElement>("[part=hide]")?.click();
    expect(on && marked(on)).toEqual(["Wool socks"]);
  });

  it("asks again while the answer goes on, after a pause, eight times at most", async () => {
    const here = citing(PENDING, PENDING, DONE);
    await here.widget.turn("hike");
    await vi.advanceTimersByTimeAsync(999);
    expect(asked(here)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5000);
    expect(asked(here)).toHaveLength(3);
    expect(marked(here)).toEqual(["Wool socks"]);
    here.server.citations = () => PENDING;
    await here.widget.turn("long");
    await vi.advanceTimersByTimeAsync(10 * MINUTES_MS);
    expect(asked(here)).toHaveLength(3 + 8);
    expect(marked(here)).toEqual([]);
  });

  it("renews a refused token once, as for a turn", async () => {
    const here = citing({ status: 401, body: {} }, DONE);
    await here.widget.turn("hike");
    await vi.advanceTimersByTimeAsync(0);
    expect(here.server.bodies("/offers/session")).toHaveLength(2);
    expect(marked(here)).toEqual(["Wool socks"]);
  });
});

describe("what is not asked", () => {
  it("nothing of a turn whose answer cites nothing, nor of cards without a turn", async () => {
    const here = citing();
    here.server.turn = () => ({ body: { status: "filled", turnId: "t", cards: [BOOTS] } });
    await here.widget.turn("hike");
    here.widget.show([HOST_CARD]);
    Reflect.apply(here.widget.show, here.widget, [[HOST_CARD], null]);
    await vi.advanceTimersByTimeAsync(MINUTES_MS);
    expect(asked(here)).toEqual([]);
    // No place is kept where nothing can come.
    expect(here.inside().queryByText("In the answer")).toBeNull();
  });

  it("nothing where the widget was destroyed", async () => {
    const here = citing();
    here.widget.destroy();
    here.widget.show([HOST_CARD], { turnId: "own" });
    await vi.advanceTimersByTimeAsync(MINUTES_MS);
    expect(here.server.seen).toEqual([]);
  });
});

const HOST_CARD = {
  cardToken: "socks",
  kind: "product" as const,
  title: "Wool socks",
  disclosure: "Sponsored · Northbound",
  clickUrl: HOP,
};

describe("a turn that the host ran itself", () => {
  it("is asked for, and its events stay those of cards without a turn", async () => {
    const here = citing(DONE);
    here.widget.show([HOST_CARD], { turnId: "own" });
    await vi.advanceTimersByTimeAsync(0);
    expect(asked(here)).toEqual([{ turnId: "own" }]);
    expect(marked(here)).toEqual(["Wool socks"]);
    here.inside().getByRole("link").click();
    await vi.advanceTimersByTimeAsync(0);
    expect(here.server.sentEvents()).toMatchObject([{ type: "click", turnId: "" }]);
  });
});

describe("an answer of the route that is none", () => {
  it.each<[string, Answer]>([
    ["an unknown turn", { body: { status: "unknown", cited: [] } }],
    ["a server error", { status: 500, body: { error: { code: "internal", message: "" } } }],
    ["an older kit without the route", { status: 404, body: "Not Found" }],
    ["null", { body: null }],
    ["a list that is none", { body: { status: "done", cited: 7 } }],
    ["cards that are none", { body: { status: "done", cited: [null] } }],
    ["cards of others", { body: { status: "done", cited: [{ cardToken: "x" }, {}, 7] } }],
  ])("marks nothing and is no error for the page: %s", async (_, answer) => {
    const here = citing(answer);
    const troubles: unknown[] = [];
    const listen = (event: PromiseRejectionEvent | ErrorEvent) => troubles.push(event);
    window.addEventListener("error", listen);
    await here.widget.turn("hike");
    await vi.advanceTimersByTimeAsync(10 * MINUTES_MS);
    window.removeEventListener("error", listen);
    expect(asked(here)).toHaveLength(1);
    expect(marked(here)).toEqual([]);
    expect(troubles).toEqual([]);
    // The first is of the test page, which keeps no place for the box.
    expect(here.heard.slice(1)).toEqual([{ type: "filled", turnId: "hike", cards: 2 }]);
    expect(here.inside().getAllByRole("link")).toHaveLength(2);
  });

  it("a request that fails is not repeated", async () => {
    const here = citing(Promise.reject(new TypeError("Failed to fetch")));
    await here.widget.turn("hike");
    await vi.advanceTimersByTimeAsync(10 * MINUTES_MS);
    expect(asked(here)).toHaveLength(1);
  });
});

describe("what ends the asking", () => {
  it.each<[string, (here: Stage) => unknown]>([
    ["destroy", ({ widget }) => widget.destroy()],
    ["clear", ({ widget }) => widget.clear()],
    ["another endpoint", ({ widget }) => widget.update({ endpoint: "/other" })],
    ["a new turn", ({ widget }) => widget.turn("")],
    ["cards of the host", ({ widget }) => widget.show([HOST_CARD])],
  ])("%s aborts the request that waits", async (_, end) => {
    const here = citing();
    await here.widget.turn("hike");
    await vi.advanceTimersByTimeAsync(0);
    const signal = here.server.seen.at(-1)?.init.signal;
    expect(asked(here)).toHaveLength(1);
    expect(signal?.aborted).toBe(false);
    await end(here);
    expect(signal?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(10 * MINUTES_MS);
    expect(asked(here)).toHaveLength(1);
  });

  it("destroy during a pause leaves the host's token alone", async () => {
    const getToken = vi.fn(() => "of-the-host");
    on = stage({ getToken });
    on.server.citations = () => PENDING;
    on.widget.show([HOST_CARD], { turnId: "own" });
    await vi.advanceTimersByTimeAsync(10);
    on.widget.destroy();
    await vi.advanceTimersByTimeAsync(10 * MINUTES_MS);
    expect(getToken).toHaveBeenCalledTimes(1);
  });

  it("cards that a listener of the host shows meanwhile", async () => {
    let isFirst = true;
    on = stage({
      onEvent: ({ type }) => {
        if (type === "filled" && isFirst) {
          isFirst = false;
          on?.widget.show([HOST_CARD], { turnId: "inner" });
        }
      },
    });
    on.widget.show([HOST_CARD], { turnId: "outer" });
    on.server.citations = ({ turnId }) => (turnId === "inner" ? DONE : PENDING);
    await vi.advanceTimersByTimeAsync(MINUTES_MS);
    expect(asked(on)).toEqual([{ turnId: "inner" }]);
    expect(marked(on)).toEqual(["Wool socks"]);
  });

  it("a newer turn, whose own answer is asked for", async () => {
    const here = citing();
    await here.widget.turn("old");
    here.server.citations = ({ turnId }) => (turnId === "new" ? DONE : PENDING);
    await here.widget.turn("new");
    await vi.advanceTimersByTimeAsync(MINUTES_MS);
    expect(asked(here)).toEqual([{ turnId: "old" }, { turnId: "new" }]);
    expect(marked(here)).toEqual(["Wool socks"]);
  });
});
