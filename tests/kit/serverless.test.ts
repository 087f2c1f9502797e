import { createPublisherKit } from "@placard/publisher-kit";
import type { KitEvent, PublisherKitOptions } from "@placard/publisher-kit/types";
import { afterEach, describe, expect, test, vi } from "vitest";
import { acknowledge, campaignId, startExchange } from "./exchange-double.ts";
import { ASK, exchangeWith, kitFor, reported, TAG } from "./paid-exchange.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const report = (number: number) => ({
  type: "impression" as const,
  campaignId: campaignId(number),
});

/** A stream that continues when its test resolves it. */
function openAnswer() {
  let write = (_text: string): void => undefined;
  let end = (): void => undefined;
  const stream = new ReadableStream<string>({
    start(controller) {
      write = (text) => controller.enqueue(text);
      end = () => controller.close();
    },
  });
  return { stream, write: (text: string) => write(text), end: () => end() };
}

describe("flush", () => {
  test("sends what is queued at once and keeps the kit open", async () => {
    await using exchange = await startExchange();
    const { kit } = kitFor(exchange);
    await kit.flush();
    kit.report(report(1));
    await kit.flush();
    expect(reported(exchange)).toHaveLength(1);
    kit.report(report(2));
    await kit.flush();
    expect(kit.stats().reports).toMatchObject({ queued: 0, acknowledged: 2 });
  });

  test("waits for the answers that are being read, and for their reports", async () => {
    await using exchange = await exchangeWith("cpr");
    const { kit } = kitFor(exchange);
    const { stream, write, end } = openAnswer();
    const shown = kit.observeAnswer(await kit.turn(ASK), stream).getReader();
    let isFlushed = false;
    const flushed = kit.flush().then(() => {
      isFlushed = true;
    });
    write(`Take it [[rec:${TAG}]].`);
    await shown.read();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect([isFlushed, reported(exchange)]).toEqual([false, []]);
    end();
    while (!(await shown.read()).done);
    await flushed;
    expect(reported(exchange)).toMatchObject([{ campaignId: campaignId(1) }]);
  });

  test("repeats what fails and ends at `drainMs` with the rest still queued", async () => {
    await using exchange = await startExchange();
    let calls = 0;
    exchange.handlers.report_events = (call) => {
      calls += 1;
      return calls === 1 ? { status: 503, body: {} } : { body: acknowledge(call) };
    };
    const { kit } = kitFor(exchange);
    kit.report(report(1));
    await kit.flush();
    expect(kit.stats().reports).toMatchObject({ queued: 0, acknowledged: 1, retried: 1 });
    exchange.handlers.report_events = () => "hang";
    kit.report(report(2));
    await kit.flush({ drainMs: 50 });
    expect(kit.stats().reports).toMatchObject({ queued: 1, dropped: 0 });
    await kit.close({ drainMs: 10 });
  });
});

/** A runtime that drops the first call of each tool with the request that made it. */
function droppingFetch(dropped: Set<string>): typeof fetch {
  return (input, init) => {
    const { tool } = JSON.parse(String(init?.body));
    if (!dropped.delete(tool)) return fetch(input, init);
    return new Promise(() => undefined);
  };
}

describe("a request whose timers and connections were dropped", () => {
  test("leaves its reports to the next flush, each counted once", async () => {
    await using exchange = await startExchange();
    let nowMs = Date.parse("2026-01-01T00:00:00Z");
    const { kit } = kitFor(exchange, {
      now: () => nowMs,
      fetch: droppingFetch(new Set(["report_events"])),
    });
    kit.report(report(1));
    await kit.flush({ drainMs: 20 });
    expect(kit.stats().reports.queued).toBe(1);
    nowMs += 13_000;
    kit.report(report(2));
    await kit.flush();
    const ids = reported(exchange).map(({ eventId }) => eventId);
    expect(new Set(ids).size).toBe(2);
    expect(kit.stats().reports).toMatchObject({ queued: 0, acknowledged: 2, dropped: 0 });
  });

  test("holds up no later turn, neither by its search nor by its list of bookings", async () => {
    await using exchange = await exchangeWith("cpm");
    delete exchange.handlers.search_shopfeed_products;
    let nowMs = Date.parse("2026-01-01T00:00:00Z");
    const fetch = droppingFetch(new Set(["search_shopfeed_products", "list_campaigns"]));
    const { kit } = kitFor(exchange, { now: () => nowMs, fetch, timeoutMs: 300 });
    expect(await kit.turn(ASK)).toMatchObject({ status: "no_fill", reason: "timeout" });
    nowMs += 11_000;
    const kinds = async () => {
      const turn = await kit.turn(ASK);
      return turn.status === "filled" ? turn.cards.map(({ kind }) => kind) : turn.reason;
    };
    expect(await kinds()).toEqual(["campaign", "product"]);
  });
});

test("creation starts nothing that belongs to a request", () => {
  const timeout = vi.spyOn(globalThis, "setTimeout");
  const interval = vi.spyOn(globalThis, "setInterval");
  const random = vi.spyOn(crypto, "getRandomValues");
  const abort = vi.spyOn(globalThis, "AbortController");
  const call = vi.spyOn(globalThis, "fetch");
  createPublisherKit({ baseUrl: "https://ads.example", apiKey: "rk_live_key" });
  createPublisherKit({ baseUrl: "", apiKey: "" });
  for (const spy of [timeout, interval, random, abort, call]) expect(spy).not.toHaveBeenCalled();
});

describe("the key", () => {
  const open = (options: PublisherKitOptions) => {
    const events: KitEvent[] = [];
    const lines: unknown[][] = [];
    const kit = createPublisherKit({
      onEvent: (event) => events.push(event),
      logger: { warn: (...line) => lines.push(line) },
      timeoutMs: 60_000,
      ...options,
    });
    return { kit, events, lines };
  };
  const refusals = (events: KitEvent[]) => events.filter(({ type }) => type === "key_refused");

  test("and the address may be absent in a build; the first turn then says so", async () => {
    const { kit, events, lines } = open({ baseUrl: "", apiKey: "" });
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await kit.turn(ASK)).toMatchObject({ status: "no_fill", reason: "http_error" });
    }
    expect(refusals(events)).toEqual([{ type: "key_refused", status: 0, code: "missing_key" }]);
    expect(lines).toMatchObject([["key_refused", { code: "missing_key" }]]);
    expect(JSON.stringify(lines)).toContain("Set `baseUrl` and `apiKey`");
    // No token of such a kit can be made elsewhere.
    const { token } = await kit.session({ origin: "https://chat.example" });
    const other = open({ baseUrl: "", apiKey: "" }).kit;
    expect((await other.session({ origin: "https://chat.example" })).token).not.toBe(token);
  });

  test("that the exchange refuses is one event and one line", async () => {
    await using exchange = await startExchange();
    const wrong = () => ({ status: 401, body: { error: { code: "invalid_key" } } });
    for (const tool of ["search_shopfeed_products", "list_campaigns"]) {
      exchange.handlers[tool] = wrong;
    }
    const { kit, events, lines } = open({ baseUrl: exchange.baseUrl, apiKey: "rk_live_wrong" });
    await kit.turn(ASK);
    await kit.turn(ASK);
    expect(refusals(events)).toEqual([{ type: "key_refused", status: 401, code: "invalid_key" }]);
    expect(lines).toMatchObject([["key_refused", { status: 401, code: "invalid_key" }]]);
    expect(JSON.stringify([events, lines])).not.toContain("rk_live_wrong");
  });

  test.each([
    ["where nothing listens", () => "http://127.0.0.1:9"],
    ["to a site that is no exchange", (url: string) => `${url}/site`],
  ])("with an address %s is one line that names the option", async (_name, baseUrlOf) => {
    await using exchange = await startExchange();
    exchange.pages["/site/api/agent"] = (response) => response.writeHead(404).end("<html>");
    const baseUrl = baseUrlOf(exchange.baseUrl);
    const { kit, lines } = open({ baseUrl, apiKey: "rk_live_key" });
    for (let turn = 0; turn < 7; turn += 1) await kit.turn(ASK);
    const url = new URL(baseUrl).origin;
    const help = expect.stringContaining("Set `baseUrl`");
    expect(lines).toEqual([["campaign_list_failed", { url, help }]]);
  });

  test("is named on the console where the host gave no logger", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue();
    await createPublisherKit({ baseUrl: "", apiKey: "", timeoutMs: 60_000 }).turn(ASK);
    expect(warn.mock.calls).toMatchObject([["[placard] key_refused", {}]]);
  });
});
