import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { card, type Stage, stage } from "./host.ts";

let on: Stage | undefined;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  on?.widget.destroy();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function fill(turnId: string, title: string) {
  return { body: { status: "filled", turnId, cards: [card({ title, cardToken: turnId })] } };
}

describe("asking", () => {
  it("requests nothing before the first turn", async () => {
    on = stage();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(on.server.seen).toEqual([]);
  });

  it("opens one session and sends its token with each turn", async () => {
    on = stage();
    await on.widget.turn("boots");
    await on.widget.turn("socks");
    expect(on.server.seen.map((request) => request.path)).toEqual([
      "/offers/session",
      "/offers/turn",
      "/offers/turn",
    ]);
    const headers = new Headers(on.server.seen[1]?.init.headers);
    expect(headers.get("authorization")).toBe("Bearer session-1");
  });

  it("uses the host's token and then opens no session", async () => {
    on = stage({ getToken: async () => "of-the-host" });
    await on.widget.turn("boots");
    expect(on.server.bodies("/offers/session")).toEqual([]);
    const headers = new Headers(on.server.seen[0]?.init.headers);
    expect(headers.get("authorization")).toBe("Bearer of-the-host");
  });

  it("renews a refused token once, not for ever", async () => {
    on = stage();
    on.server.turn = () => ({ status: 401, body: {} });
    expect(await on.widget.turn("boots")).toEqual({ status: "no_fill", reason: "http_error" });
    expect(on.server.bodies("/offers/session")).toHaveLength(2);
    expect(on.server.bodies("/offers/turn")).toHaveLength(2);
  });
});

describe("waiting", () => {
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { body: { status: "no_fill", reason: "no_intent" } };
  };
  const shapes = ({ element }: Stage) =>
    element.shadowRoot?.querySelectorAll("[part=skeleton]").length;

  it("draws shapes of cards in an empty box after 200 ms, until an answer is there", async () => {
    on = stage();
    on.server.turn = slow;
    const answer = on.widget.turn("boots");
    await vi.advanceTimersByTimeAsync(199);
    expect(shapes(on)).toBe(0);
    await vi.advanceTimersByTimeAsync(2);
    expect(shapes(on)).toBe(3);
    await vi.advanceTimersByTimeAsync(900);
    await answer;
    expect(shapes(on)).toBe(0);
  });

  it("leaves cards that are there as they are", async () => {
    on = stage();
    on.server.turn = () => fill("t1", "Boots");
    await on.widget.turn("boots");
    on.server.turn = slow;
    const answer = on.widget.turn("why is the sky blue");
    await vi.advanceTimersByTimeAsync(300);
    expect(shapes(on)).toBe(0);
    expect(on.inside().getAllByRole("link")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(900);
    await answer;
  });
});

describe("what a turn carries", () => {
  it("sends the reader's earlier words, the last three, and forgets them on clear", async () => {
    on = stage();
    for (const text of ["a", "b", "c", "d", "e"]) await on.widget.turn(text);
    expect(on.server.bodies("/offers/turn").at(-1)).toEqual({
      text: "e",
      previous: ["b", "c", "d"].map((text) => ({ role: "user", text })),
    });
    on.widget.clear();
    await on.widget.turn("f");
    expect(on.server.bodies("/offers/turn").at(-1)).toEqual({ text: "f", previous: [] });
  });

  it("carries consent, asked anew each time, and survives a callback that throws", async () => {
    let calls = 0;
    on = stage({
      consent: () => {
        calls += 1;
        if (calls === 2) throw new Error("not ready");
        return { gdpr: true };
      },
    });
    await on.widget.turn("a");
    await on.widget.turn("b");
    const [first, second] = on.server.bodies("/offers/turn");
    expect(first).toMatchObject({ consent: { gdpr: true } });
    expect(second).not.toHaveProperty("consent");
  });

  it("asks nothing for a child", async () => {
    on = stage({ consent: { coppa: true } });
    expect(await on.widget.turn("toys")).toEqual({ status: "no_fill", reason: "consent" });
    expect(on.server.seen).toEqual([]);
  });

  it.each(["", "   ", 7, null, undefined])(
    "asks nothing for a text that is none: %j",
    async (text) => {
      on = stage();
      const result = await Reflect.apply(on.widget.turn, on.widget, [text]);
      expect(result).toEqual({ status: "no_fill", reason: "no_intent" });
      expect(on.server.seen).toEqual([]);
    },
  );
});

describe("waiting", () => {
  it("gives up within a second when the server hangs", async () => {
    on = stage();
    on.server.turn = () => new Promise(() => {});
    const turn = on.widget.turn("boots");
    await vi.advanceTimersByTimeAsync(1000);
    expect(await turn).toEqual({ status: "no_fill", reason: "timeout" });
  });

  it("gives up within a second when the host's token never comes", async () => {
    on = stage({ getToken: () => new Promise(() => {}) });
    const turn = on.widget.turn("boots");
    await vi.advanceTimersByTimeAsync(1000);
    expect(await turn).toEqual({ status: "no_fill", reason: "timeout" });
    expect(on.server.seen).toEqual([]);
  });

  it("drops the late answer of an older turn", async () => {
    on = stage();
    let release = (_: ReturnType<typeof fill>) => {};
    const late = new Promise<ReturnType<typeof fill>>((resolve) => {
      release = resolve;
    });
    on.server.turn = (body) => (body.text === "old" ? late : fill("new", "New offer"));
    const old = on.widget.turn("old");
    await vi.advanceTimersByTimeAsync(10);
    await on.widget.turn("new");
    release(fill("old", "Old offer"));
    expect(await old).toEqual({ status: "no_fill", reason: "aborted" });
    await vi.advanceTimersByTimeAsync(2000);
    expect(on.inside().getByRole("link").textContent).toContain("New offer");
  });

  it("shows nothing of a turn that was cleared or destroyed meanwhile", async () => {
    on = stage();
    const cleared = on.widget.turn("boots");
    on.widget.clear();
    expect(await cleared).toEqual({ status: "no_fill", reason: "aborted" });
    expect(on.inside().queryByRole("complementary")).toBeNull();
    const destroyed = on.widget.turn("boots");
    on.widget.destroy();
    expect(await destroyed).toEqual({ status: "no_fill", reason: "aborted" });
    expect(on.element.shadowRoot?.childNodes).toHaveLength(0);
  });
});

describe("an answer without offers", () => {
  it("leaves what was shown as it is, and the host hears the reason", async () => {
    on = stage();
    await on.widget.turn("boots");
    on.server.turn = () => ({ body: { status: "no_fill", reason: "feed_pending" } });
    expect(await on.widget.turn("thanks")).toEqual({ status: "no_fill", reason: "feed_pending" });
    expect(on.inside().getAllByRole("link")).toHaveLength(1);
    expect(on.heard.at(-1)).toEqual({ type: "no_fill", reason: "feed_pending" });
  });

  it("empties the box when the turn is sensitive, and the conversation goes on", async () => {
    on = stage();
    await on.widget.turn("a tent");
    on.server.turn = () => ({ body: { status: "no_fill", reason: "sensitive" } });
    expect(await on.widget.turn("my dad died")).toEqual({ status: "no_fill", reason: "sensitive" });
    expect(on.inside().queryByRole("complementary")).toBeNull();
    expect(on.heard.at(-1)).toEqual({ type: "no_fill", reason: "sensitive" });
    await on.widget.turn("need a black suit");
    expect(on.server.bodies("/offers/turn").at(-1)).toMatchObject({
      previous: [{ text: "a tent" }, { text: "my dad died" }],
    });
  });

  it("leaves no card behind `show([])`, which keeps the conversation", async () => {
    on = stage();
    await on.widget.turn("a tent");
    on.widget.show([]);
    expect(on.inside().queryByRole("complementary")).toBeNull();
    await on.widget.turn("for two");
    expect(on.server.bodies("/offers/turn").at(-1)).toMatchObject({
      previous: [{ text: "a tent" }],
    });
  });

  it.each([
    ["not JSON", { body: "<html>" }, "http_error"],
    ["a server error", { status: 500, body: {} }, "http_error"],
    ["null", { body: null }, "empty"],
    ["a list", { body: [] }, "empty"],
    ["a reason that is none", { body: { status: "no_fill", reason: 7 } }, "empty"],
    ["a reason of a later version", { body: { status: "no_fill", reason: "new" } }, "new"],
  ])("is a no-fill, not an error: %s", async (_, answer, reason) => {
    on = stage();
    on.server.turn = () => answer;
    expect(await on.widget.turn("boots")).toEqual({ status: "no_fill", reason });
    expect(on.inside().queryByRole("complementary")).toBeNull();
  });
});

describe("the handle", () => {
  it("survives a host whose listener throws", async () => {
    const reported: unknown[] = [];
    vi.stubGlobal("reportError", (error: unknown) => reported.push(error));
    on = stage({
      onEvent: ({ type }) => {
        throw new Error(type);
      },
    });
    on.widget.show([]);
    // The first is of the test page, which keeps no place for the box.
    expect(reported).toEqual([new Error("error"), new Error("filled")]);
    expect(on.inside().getByRole("status").textContent).toBe("");
  });

  it("does nothing, quietly, where it cannot be mounted or was destroyed", async () => {
    on = stage();
    on.widget.destroy();
    on.widget.show([]);
    on.widget.clear();
    on.widget.update({ theme: "dark" });
    expect(await on.widget.turn("boots")).toEqual({ status: "no_fill", reason: "aborted" });
    expect(on.server.seen).toEqual([]);
  });

  it("takes another language, theme and endpoint while running", async () => {
    on = stage();
    await on.widget.turn("boots");
    on.widget.update({ theme: "dark", locale: "de", messages: { region: "Anzeigen", lang: "de" } });
    const region = on.inside().getByRole("complementary", { name: "Anzeigen" });
    expect(region.textContent).toContain("129,00\u00a0$");
    expect(region.parentElement?.dataset.theme).toBe("dark");
    expect(region.parentElement?.lang).toBe("de");
  });
});
