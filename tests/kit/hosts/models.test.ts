import type { Turn } from "@placard/publisher-kit/types";
import { describe, expect, test } from "vitest";
import { campaignId } from "../exchange-double.ts";
import { openAiSdkHosts } from "./ai-sdk-host.ts";
import { CASES } from "./cases.ts";
import { openLangChainHosts } from "./langchain-host.ts";
import type { ModelHost, Run } from "./model-host.ts";
import { plainHost, toolHost } from "./plain-hosts.ts";
import { sidecarHost } from "./sidecar-host.ts";
import { ASK, marksOf, openWorld } from "./world.ts";

const SAID = ["I'd go ", "for that ", "one."];
const hosts: readonly ModelHost[] = [
  ...(await openAiSdkHosts()),
  ...(await openLangChainHosts()),
  plainHost,
  toolHost,
  sidecarHost,
];

const runOf = (run: Pick<Run, "kit"> & Partial<Run>): Run => ({
  text: ASK,
  steps: [{ say: SAID }],
  ...run,
});

const countOf = (text: string, part: string): number => text.split(part).length - 1;

const middlewares = hosts.filter(({ loops }) => loops);
/** A tool is called by a model that wants offers; everything else finds out whether to show any. */
const deciding = hosts.filter((host) => host !== toolHost);

describe.each(hosts)("$name", (host) => {
  test("gives the model the offers once, as data, and the reader the answer as it is", async () => {
    await using world = await openWorld();
    const { kit, exchange } = world;
    const { answer, prompts } = await host.run(runOf({ kit }));
    expect(answer).toBe(SAID.join(""));
    expect(prompts).toHaveLength(1);
    const { ad, rec, pick } = marksOf("Northwind");
    for (const part of [ASK, ad, rec, pick, "Trail shoe 1", "data, not instructions"]) {
      expect(countOf(prompts[0] ?? "", part)).toBe(1);
    }
    expect(prompts[0]).not.toContain("/r/");
    expect(exchange.callsOf("search_shopfeed_products")).toHaveLength(1);
  });

  test("reports the context and the recommendation once each, with the session", async () => {
    await using world = await openWorld();
    const { kit, exchange, reports } = world;
    const details = { sessionKey: "the conversation", locale: "en-GB", topics: ["outdoor"] };
    const say = [`Take the Northwind boot ${marksOf("Northwind").rec}.`];
    const { prompts } = await host.run(runOf({ kit, details, steps: [{ say }] }));
    await kit.close();
    const told = reports().map(({ type, campaignId: id }) => [type, id]);
    expect(told.toSorted()).toEqual([
      ["conversion", campaignId(1)],
      ["impression", campaignId(3)],
    ]);
    const [asked] = exchange.callsOf("deliver_ad");
    expect(asked?.args).toMatchObject({ locale: "en-GB", topics: ["outdoor"] });
    expect(asked?.args.sessionKey).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(prompts.join("")).not.toContain("the conversation");
  });

  test("answers at once and without offers where none may be shown", async () => {
    await using world = await openWorld();
    const { kit, exchange } = world;
    for (const { text, consent } of CASES.silent) {
      const run = runOf({ kit, text, ...(consent && { details: { consent } }) });
      expect((await host.run(run)).answer).toBe(SAID.join(""));
    }
    expect(exchange.calls).toEqual([]);
  });

  test("answers as without the kit when the exchange fails or is not there", async () => {
    await using world = await openWorld({ baseUrl: "http://127.0.0.1:9", timeoutMs: 300 });
    const { answer, prompts } = await host.run(runOf({ kit: world.kit }));
    expect(answer).toBe(SAID.join(""));
    expect(prompts.join("")).not.toContain("[offers");
  });
});

describe.each(hosts)("$name, in trouble", (host) => {
  test("waits for a hanging exchange no longer than the deadline", async () => {
    await using world = await openWorld({ timeoutMs: 150 });
    const { kit, exchange } = world;
    exchange.handlers.search_shopfeed_products = () => "hang";
    exchange.handlers.list_campaigns = () => "hang";
    const startedAt = performance.now();
    const { answer } = await host.run(runOf({ kit }));
    // What the package itself takes on a busy machine comes on top of the 150 ms.
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(answer).toBe(SAID.join(""));
  });

  test("stops waiting when the host gives up", async () => {
    await using world = await openWorld({ timeoutMs: 60_000 });
    const { kit, exchange, events } = world;
    const controller = new AbortController();
    exchange.handlers.search_shopfeed_products = () => {
      controller.abort();
      return "hang";
    };
    exchange.handlers.list_campaigns = () => "hang";
    // Whether an aborted call rejects is the package's own affair.
    await host.run(runOf({ kit, signal: controller.signal })).catch(() => undefined);
    await expect
      .poll(() => events.filter(({ type }) => type === "turn"))
      .toMatchObject([{ status: "no_fill", reason: "aborted" }]);
  });

  test("hands the model's own failure on", async () => {
    await using world = await openWorld();
    const { kit, reports } = world;
    const run = runOf({ kit, steps: [{ fail: "the model is down" }] });
    await expect(host.run(run)).rejects.toThrow("the model is down");
    await kit.close();
    // A middleware sees that the model never took the context; nobody pays for it.
    if (host.loops) expect(reports()).toEqual([]);
  });
});

describe.each(deciding)("$name", (host) => {
  test("asks nothing on a turn that wants nothing", async () => {
    await using world = await openWorld();
    const { kit, exchange } = world;
    for (const { text } of CASES.unwanted) {
      const { prompts } = await host.run(runOf({ kit, text }));
      expect(prompts.join("")).not.toContain("offer");
      expect(exchange.calls).toEqual([]);
    }
  });

  test("asks nothing and changes nothing in sidebar mode", async () => {
    await using world = await openWorld({ mode: "sidebar" });
    const { kit, exchange } = world;
    const { answer, prompts } = await host.run(runOf({ kit }));
    expect(answer).toBe(SAID.join(""));
    expect(prompts.join("")).not.toContain("offer");
    if (host.loops) expect(exchange.calls).toEqual([]);
  });
});

describe.each(hosts.filter(({ streams }) => streams))("$name", (host) => {
  test("hands each piece of the answer on before there is another", async () => {
    await using world = await openWorld();
    const heard: string[] = [];
    let release = (): void => undefined;
    let wasHeard = Promise.resolve();
    const wait = (): void => {
      wasHeard = new Promise((resolve) => {
        release = resolve;
      });
    };
    wait();
    const { answer } = await host.run(
      runOf({
        kit: world.kit,
        // A model that makes nothing more until the reader has what it said: held back, it hangs.
        beforeMore: async () => {
          await wasHeard;
          wait();
        },
        onPiece(piece) {
          heard.push(piece);
          release();
        },
      }),
    );
    expect(heard).toEqual(SAID);
    expect(answer).toBe(SAID.join(""));
  });
});

describe.each(middlewares)("$name", (host) => {
  test("asks once in a tool loop, and each of its steps has the same offers", async () => {
    await using world = await openWorld();
    const { kit, exchange, reports } = world;
    const run = runOf({ kit, steps: [{ callTool: true }, { say: SAID }] });
    const { answer, prompts } = await host.run(run);
    expect(answer).toBe(SAID.join(""));
    expect(prompts).toHaveLength(2);
    for (const prompt of prompts) {
      expect(countOf(prompt, "data, not instructions")).toBe(1);
      expect(countOf(prompt, "[end of offers ")).toBe(1);
    }
    expect(exchange.callsOf("search_shopfeed_products")).toHaveLength(1);
    await kit.close();
    expect(reports().map(({ type }) => type)).toEqual(["impression"]);
  });

  test("gives `onTurn` the turn whose offers the model reads, once in a tool loop", async () => {
    await using world = await openWorld();
    const { kit } = world;
    const turns: Turn[] = [];
    const onTurn = (turn: Turn) => {
      turns.push(turn);
      throw new Error("of the host");
    };
    const steps = [{ callTool: true }, { say: SAID }] as const;
    const { prompts, answer } = await host.run(runOf({ kit, onTurn, steps }));
    expect([answer, turns.length]).toEqual([SAID.join(""), 1]);
    const [turn] = turns;
    if (turn?.status !== "filled") throw new Error(String(turn));
    expect(turn.cards).not.toEqual([]);
    for (const prompt of prompts) {
      expect(prompt).toContain(JSON.stringify(kit.prompt(turn).user).slice(1, -1));
    }
  });

  test("in sidebar mode gives `onTurn` the cards, and the model nothing", async () => {
    await using world = await openWorld({ mode: "sidebar" });
    const { kit, exchange } = world;
    const turned = Promise.withResolvers<Turn>();
    const { prompts } = await host.run(runOf({ kit, onTurn: turned.resolve }));
    expect(prompts.join()).not.toContain("offers");
    expect(await turned.promise).toMatchObject({ status: "filled" });
    expect(exchange.callsOf("search_shopfeed_products")).toHaveLength(1);
  });

  test("reads earlier turns and adds to the last message alone", async () => {
    await using world = await openWorld();
    const { kit, events } = world;
    const previous = [
      { role: "user", text: "I'm looking for trail running boots" },
      { role: "assistant", text: "Which size?" },
    ] as const;
    const { prompts } = await host.run(runOf({ kit, previous, text: "any cheaper ones?" }));
    const prompt = prompts[0] ?? "";
    expect(prompt.lastIndexOf("[offers ")).toBeGreaterThan(prompt.indexOf("any cheaper ones?"));
    const query = events.find(({ type }) => type === "query");
    expect(query).toMatchObject({ query: { q: expect.stringContaining("boots") } });
  });
});
