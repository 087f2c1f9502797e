import { fireEvent } from "@testing-library/preact";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newEventId } from "../../widget/src/event-id.ts";
import { card, eventsOf, type Stage, setTab, stage, Views } from "./host.ts";

let on: Stage | undefined;
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  // Whatever a test left unsent goes out, so that no page listens into the next test.
  if (on) on.server.events = () => ({ status: 202, body: {} });
  on?.widget.destroy();
  setTab("visible");
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function shown(cards = [card()]): Promise<Stage> {
  on = stage();
  on.server.turn = () => ({ body: { status: "filled", turnId: "turn-1", cards } });
  await on.widget.turn("boots");
  return on;
}

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const viewables = ({ heard }: Stage) => heard.filter((event) => event.type === "viewable").length;

describe("a view", () => {
  it("counts after half of the card was in view for one second, once", async () => {
    const page = await shown();
    Views.look(0.5);
    await wait(999);
    expect(viewables(page)).toBe(0);
    await wait(1);
    expect(viewables(page)).toBe(1);
    Views.look(0);
    Views.look(1);
    await wait(5000);
    expect(viewables(page)).toBe(1);
    expect(page.server.sentEvents()).toMatchObject([
      { type: "viewable", cardToken: "token-1", turnId: "turn-1" },
    ]);
  });

  it("starts its second again after any dip below half", async () => {
    const page = await shown();
    Views.look(0.9);
    await wait(900);
    Views.look(0.49);
    Views.look(0.9);
    await wait(900);
    expect(viewables(page)).toBe(0);
    await wait(100);
    expect(viewables(page)).toBe(1);
  });

  it("does not count a dip the browser still owes", async () => {
    const page = await shown();
    Views.look(0.9);
    const [views] = Views.all;
    const [target] = views?.watched ?? [];
    if (!views || !target) throw new Error("nothing is watched");
    const owed = [0.1, 0.9].map((intersectionRatio) => ({
      target,
      intersectionRatio,
      isIntersecting: true,
      boundingClientRect: new DOMRect(0, 0, 300, 150),
      intersectionRect: new DOMRect(),
      rootBounds: null,
      time: 0,
    }));
    views.takeRecords = () => owed.splice(0);
    await wait(1000);
    expect(viewables(page)).toBe(0);
    await wait(1000);
    expect(viewables(page)).toBe(1);
  });
});

describe("a view in the whole page", () => {
  it("does not count in a hidden tab, and starts again when it is shown", async () => {
    const page = await shown();
    Views.look(1);
    await wait(900);
    setTab("hidden");
    await wait(5000);
    expect(viewables(page)).toBe(0);
    setTab("visible");
    await wait(999);
    expect(viewables(page)).toBe(0);
    await wait(1);
    expect(viewables(page)).toBe(1);
  });

  it("needs only 30 % of a card larger than 242,500 square pixels", async () => {
    const page = await shown();
    Views.look(0.3, 485, 500);
    await wait(1000);
    expect(viewables(page)).toBe(0);
    Views.look(0.3, 486, 500);
    await wait(1000);
    expect(viewables(page)).toBe(1);
  });

  it("counts each card of each turn, and none that left before its second", async () => {
    const page = await shown([card(), card({ cardToken: "token-2", title: "Socks" })]);
    Views.look(1);
    await wait(1000);
    expect(viewables(page)).toBe(2);
    await page.widget.turn("more boots");
    Views.look(1);
    await wait(500);
    page.widget.clear();
    await wait(2000);
    expect(viewables(page)).toBe(2);
  });
});

describe("a card in the window that nobody can see", () => {
  it("does not count while less than half of it is uncovered", async () => {
    const page = await shown();
    page.screen.isCovered = (y) => y > 60;
    Views.look(1);
    await wait(10_000);
    expect(viewables(page)).toBe(0);
    page.screen.isCovered = (y) => y > 80;
    await wait(1000);
    expect(viewables(page)).toBe(0);
    await wait(250);
    expect(viewables(page)).toBe(1);
  });

  it("starts its second again when something passes over it", async () => {
    const page = await shown();
    Views.look(1);
    await wait(600);
    page.screen.isCovered = () => true;
    await wait(250);
    page.screen.isCovered = () => false;
    await wait(1000);
    expect(viewables(page)).toBe(0);
    await wait(250);
    expect(viewables(page)).toBe(1);
  });

  it("does not count while it or what it lies in is transparent or faint", async () => {
    const page = await shown();
    const around = page.element.parentElement ?? page.element;
    Views.look(1);
    for (const opacity of ["0", "0.01"]) {
      around.style.opacity = opacity;
      await wait(5000);
      expect(viewables(page)).toBe(0);
    }
    around.style.opacity = "0.6";
    page.element.style.opacity = "0.6";
    await wait(5000);
    expect(viewables(page)).toBe(0);
    page.element.style.opacity = "0.9";
    await wait(1250);
    around.style.opacity = "";
    expect(viewables(page)).toBe(1);
  });

  it("does not count when it is shrunk beyond reading", async () => {
    const page = await shown();
    Object.assign(page.screen, { width: 3, height: 1.5 });
    Views.look(1, 3, 1.5);
    await wait(5000);
    expect(viewables(page)).toBe(0);
  });
});

describe("a page that comes back", () => {
  it("reports no card twice, and loses none whose second was cut short", async () => {
    const page = await shown([card(), card({ cardToken: "token-2", title: "Socks" })]);
    page.screen.isCovered = (y) => y > 60;
    Views.look(1);
    await wait(900);
    page.screen.isCovered = () => false;
    setTab("hidden");
    await wait(60_000);
    expect(viewables(page)).toBe(0);
    setTab("visible");
    await wait(1000);
    expect(viewables(page)).toBe(2);
    // The cards were seen, and the page goes before that was sent.
    setTab("hidden");
    const beamed = page.beacons.flatMap(eventsOf).map(({ id }) => id);
    expect(beamed).toHaveLength(2);
    await wait(60_000);
    setTab("visible");
    Views.look(1);
    await wait(10_000);
    expect(viewables(page)).toBe(2);
    expect(page.server.sentEvents().map(({ id }) => id)).toEqual(beamed);
  });
});

describe("a click", () => {
  it("is reported at once and never kept from its link", async () => {
    const page = await shown();
    const isNotPrevented = fireEvent.click(page.inside().getByRole("link"));
    expect(isNotPrevented).toBe(true);
    await wait(0);
    expect(page.server.sentEvents()).toMatchObject([{ type: "click", cardToken: "token-1" }]);
    expect(page.heard.at(-1)).toMatchObject({ type: "click", card: { title: "Trailhead boots" } });
  });

  it("of the middle button counts, of the right one does not", async () => {
    const page = await shown();
    const link = page.inside().getByRole("link");
    fireEvent(link, new MouseEvent("auxclick", { button: 2 }));
    fireEvent(link, new MouseEvent("auxclick", { button: 1 }));
    await wait(0);
    expect(page.server.sentEvents()).toHaveLength(1);
  });
});

describe("delivery of events", () => {
  it("repeats with the same ids until the server takes them", async () => {
    const page = await shown();
    let failures = 3;
    page.server.events = () => {
      failures -= 1;
      if (failures === 1) throw new TypeError("offline");
      return { status: failures >= 0 ? 503 : 202, body: {} };
    };
    fireEvent.click(page.inside().getByRole("link"));
    await wait(60_000);
    const sent = page.server.sentEvents();
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map((event) => event.id)).size).toBe(1);
  });

  it("waits longer after each failure", async () => {
    const page = await shown();
    page.server.events = () => ({ status: 503, body: {} });
    fireEvent.click(page.inside().getByRole("link"));
    await wait(600_000);
    const tries = page.server.bodies("/offers/events").length;
    expect(tries).toBeGreaterThan(8);
    expect(tries).toBeLessThan(16);
  });
});

describe("events of a page that goes away", () => {
  it("are sent by beacon, kept, and sent again when it returns", async () => {
    const page = await shown();
    page.server.events = () => ({ status: 503, body: {} });
    fireEvent.click(page.inside().getByRole("link"));
    await wait(0);
    setTab("hidden");
    expect(page.beacons).toHaveLength(1);
    expect(page.beacons[0]).toMatchObject({ token: "session-1", events: [{ type: "click" }] });
    await wait(10_000);
    const before = page.server.sentEvents().length;
    page.server.events = () => ({ status: 202, body: {} });
    setTab("visible");
    await wait(0);
    const sent = page.server.sentEvents();
    expect(sent).toHaveLength(before + 1);
    expect(sent.at(-1)?.id).toBe(page.beacons[0]?.events[0]?.id);
    await wait(60_000);
    expect(page.server.sentEvents()).toHaveLength(before + 1);
  });

  it("sends no beacon when there is nothing to say", async () => {
    const page = await shown();
    setTab("hidden");
    expect(page.beacons).toEqual([]);
  });
});

describe("events the server does not take", () => {
  it("gives up what the server refuses for good, and says so", async () => {
    const page = await shown();
    page.server.events = () => ({ status: 403, body: {} });
    fireEvent.click(page.inside().getByRole("link"));
    await wait(60_000);
    expect(page.server.sentEvents()).toHaveLength(1);
    expect(page.heard.at(-1)).toEqual({ type: "error", code: "events_lost" });
  });

  it("renews an expired token and sends again", async () => {
    const page = await shown();
    let session = 1;
    page.server.session = () => {
      session += 1;
      const expiresAt = new Date(Date.now() + 900_000).toISOString();
      return { body: { token: `session-${session}`, expiresAt } };
    };
    page.server.events = (body) => ({ status: body.token === "session-2" ? 202 : 401, body: {} });
    fireEvent.click(page.inside().getByRole("link"));
    await wait(10_000);
    expect(page.server.bodies("/offers/events")).toMatchObject([
      { token: "session-1" },
      { token: "session-2" },
    ]);
  });

  it("still delivers what happened before the widget was destroyed", async () => {
    const page = await shown();
    Views.look(1);
    await wait(1000);
    page.widget.destroy();
    await wait(100);
    expect(page.server.sentEvents()).toMatchObject([{ type: "viewable" }]);
    await wait(600_000);
    expect(page.server.sentEvents()).toHaveLength(1);
  });

  it("keeps at most 200 events and sends at most 20 together", async () => {
    const page = await shown();
    let isDown = true;
    page.server.events = () => ({ status: isDown ? 503 : 202, body: {} });
    const link = page.inside().getByRole("link");
    for (let click = 0; click < 230; click += 1) fireEvent.click(link);
    await wait(100);
    isDown = false;
    await wait(60_000);
    const sizes = page.server.bodies("/offers/events").map((body) => JSON.stringify(body).length);
    expect(Math.max(...sizes)).toBeLessThan(20 * 500);
    expect(new Set(page.server.sentEvents().map((event) => event.id)).size).toBe(200);
  });
});

describe("an event id", () => {
  it("is a UUIDv7 in base32 whose first part is the time", () => {
    const timeMs = 1_763_650_000_123;
    const ids = Array.from({ length: 200 }, () => newEventId(timeMs));
    expect(new Set(ids).size).toBe(200);
    for (const id of ids) {
      expect(id).toMatch(/^evt_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
      let bits = 0n;
      for (const digit of id.slice(4)) {
        bits = bits * 32n + BigInt("0123456789abcdefghjkmnpqrstvwxyz".indexOf(digit));
      }
      expect(Number(bits >> 80n)).toBe(timeMs);
      expect((bits >> 76n) & 15n).toBe(7n);
      expect((bits >> 62n) & 3n).toBe(2n);
    }
  });
});
