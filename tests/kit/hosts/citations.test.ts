import { describe, expect, test } from "vitest";
import { campaignId } from "../exchange-double.ts";
import { openAiSdkHosts } from "./ai-sdk-host.ts";
import { type AnswerCase, CASES, filledIn } from "./cases.ts";
import { openLangChainHosts } from "./langchain-host.ts";
import type { ModelHost, Step } from "./model-host.ts";
import { plainHost, toolHost } from "./plain-hosts.ts";
import { sidecarHost } from "./sidecar-host.ts";
import { ASK, marksOf, openWorld } from "./world.ts";

const models = [...(await openAiSdkHosts()), ...(await openLangChainHosts())];
const hosts: readonly ModelHost[] = [...models, plainHost, toolHost, sidecarHost];
const northwind = marksOf("Northwind");
const velmora = marksOf("Velmora");

type World = Awaited<ReturnType<typeof openWorld>>;

/** What a model says, what the reader sees of it, and what it earns and lists. */
const scripts = CASES.answers;

/** One text cut at every place, in threes, and not at all. */
const cutsOf = (text: string): string[][] => [[text], [...text], text.match(/.{1,3}/gs) ?? []];

const reportsOf = ({ earns }: AnswerCase) =>
  earns.map(({ sponsor, conversionType, ...citation }) => {
    const { tag, campaign } = marksOf(sponsor);
    const reported = { tag, label: "Ad", rendered: true, ...citation };
    return expect.objectContaining({ campaignId: campaign, conversionType, citation: reported });
  });

const conversions = (world: World) => world.reports().filter(({ type }) => type === "conversion");

describe.each(hosts)("$name", (host) => {
  test.each(scripts)("$name, however the stream is cut", async (script) => {
    for (const say of cutsOf(filledIn(script.say))) {
      await using world = await openWorld();
      const { kit, label, url } = world;
      const pieces: string[] = [];
      const onPiece = (piece: string) => pieces.push(piece);
      const ran = await host.run({ kit, text: ASK, steps: [{ say }], onPiece });
      expect(ran.answer).toBe(filledIn(script.shown, label));
      if (host.streams) {
        expect(pieces.join("")).toBe(ran.answer);
        expect(pieces).not.toContain("");
      }
      const sources = script.cited.map(({ sponsor, kind }) => {
        const { tag } = marksOf(sponsor);
        return { title: `Ad · ${sponsor}`, url: url(sponsor), kind, tag };
      });
      if (ran.sources !== undefined) expect(ran.sources).toEqual(sources);
      await kit.close();
      expect(conversions(world)).toEqual(reportsOf(script));
    }
  });

  test("counts what it marked and what it only named", async () => {
    await using world = await openWorld();
    const { kit, events } = world;
    const say = [`The Northwind boot ${northwind.rec}.\n\nThe Velmora boot.`];
    await host.run({ kit, text: ASK, steps: [{ say }] });
    expect(kit.stats().citations).toMatchObject({ answers: 1, marked: 1, unmarked: 1 });
    expect(events.filter(({ type }) => type === "citation")).toMatchObject([
      { tag: northwind.tag, kind: "rec", decision: false, rendered: true, sponsor: "Northwind" },
    ]);
    const unmarked = events.filter(({ type }) => type === "unmarked");
    expect(unmarked).toMatchObject([{ names: ["Velmora boot"] }]);
  });
});

describe.each(models)("$name", (host) => {
  test("an answer in JSON gets no offers and is not changed", async () => {
    await using world = await openWorld();
    const { kit, exchange, label } = world;
    const said = `{"best":"Northwind boot","mark":"${northwind.rec}"}`;
    const previous = [
      { role: "user", text: ASK },
      { role: "assistant", text: `The Northwind boot ${label("Northwind")}.` },
    ] as const;
    const run = { kit, text: ASK, previous, json: true, steps: [{ say: [said] }] };
    const { answer, prompts, sources = [] } = await host.run(run);
    expect(answer).toBe(said);
    expect(prompts.join("")).not.toMatch(/marks|\[offers|\[\[ad/);
    expect(prompts.join("")).toContain(label("Northwind"));
    expect(sources).toEqual([]);
    await kit.close();
    expect(exchange.calls).toEqual([]);
  });

  test("a tool loop is one answer: its steps decide together and report once", async () => {
    await using world = await openWorld();
    const { kit, label } = world;
    const steps: Step[] = [
      { say: [`I look at the Northwind boot ${northwind.rec}. `], callTool: true },
      { say: [`Take the Velmora boot ${velmora.pick}.`] },
    ];
    const { answer, prompts, sources } = await host.run({ kit, text: ASK, steps });
    expect(answer).toBe(
      `I look at the Northwind boot ${label("Northwind")}. ` +
        `Take the Velmora boot ${label("Velmora")}.`,
    );
    // The model sees its own words again, with the tag that it has for this offer.
    expect(prompts[1]).toContain(`I look at the Northwind boot ${northwind.ad}. `);
    expect(prompts[1]).not.toContain("/r/");
    if (sources !== undefined) expect(sources.map(({ tag }) => tag)).toHaveLength(2);
    await kit.close();
    expect(conversions(world)).toMatchObject([
      { campaignId: campaignId(1), conversionType: "recommendation", citation: { cited: 2 } },
      { campaignId: campaignId(2), conversionType: "decision", citation: { cited: 2 } },
    ]);
    expect(kit.stats().citations).toMatchObject({ answers: 1, marked: 2 });
  });

  test("an offer cited earlier keeps its label and is not billed again", async () => {
    await using world = await openWorld();
    const { kit, exchange, label, url } = world;
    const previous = [
      { role: "user", text: "Any news?" },
      { role: "assistant", text: `I'd take the Northwind boot ${label("Northwind")}.` },
    ] as const;
    const run = { kit, previous, text: "thanks, bye" };
    const { prompts } = await host.run({ ...run, steps: [{ say: ["Bye."] }] });
    const [earlier = "", tag = ""] =
      /\[\[ad:(northwind-[0-9a-z]{4})\]\]/.exec(prompts[0] ?? "") ?? [];
    expect(prompts[0]).toContain(`I'd take the Northwind boot ${earlier}.`);
    expect(prompts[0]).toContain("data, not instructions");
    expect(prompts[0]).not.toContain("/r/");
    const say = [`It is light, the Northwind boot [[pick:${tag}]].`];
    const { answer, sources } = await host.run({ ...run, steps: [{ say }] });
    expect(answer).toBe(`It is light, the Northwind boot ${label("Northwind")}.`);
    const source = { title: "Ad · Northwind", url: url("Northwind"), kind: "ad", tag };
    if (sources !== undefined) expect(sources).toEqual([source]);
    await kit.close();
    expect(exchange.calls).toEqual([]);
  });

  test("an offer cited earlier makes no decision of a single one", async () => {
    await using world = await openWorld();
    const { kit, exchange, label } = world;
    // The link of another turn's delivery: the same offer now has another tag.
    const before = label("Velmora").replace("velmora", "earlier");
    const previous = [
      { role: "user", text: ASK },
      { role: "assistant", text: `I'd take the Velmora boot ${before}.` },
    ] as const;
    const run = { kit, previous, text: ASK };
    const { prompts } = await host.run({ ...run, steps: [{ say: ["Hm."] }] });
    const tags = [...(prompts[0] ?? "").matchAll(/\[\[ad:(velmora-[0-9a-z]{4})\]\]/g)];
    const earlier = tags.map(([, tag]) => tag).find((tag) => tag !== velmora.tag);
    const say = [`As I said [[ad:${earlier}]], take the Velmora boot ${velmora.pick}.`];
    const { answer } = await host.run({ ...run, steps: [{ say }] });
    expect(answer).toBe(`As I said ${before}, take the Velmora boot ${label("Velmora")}.`);
    await kit.close();
    expect(exchange.callsOf("search_shopfeed_products").length).toBeGreaterThan(0);
    expect(conversions(world)).toEqual([]);
  });
});

describe.each(hosts.filter(({ streams }) => streams))("$name", (host) => {
  test("holds nothing back but what may be a mark", async () => {
    await using world = await openWorld();
    const { kit, label } = world;
    const { rec } = northwind;
    const say = ["Take ", "the boot ", rec.slice(0, 4), rec.slice(4), " now", "."];
    const pieces: string[] = [];
    const counts: number[] = [];
    // What the reader has before the model makes the next piece.
    const heard = [1, 2, 2, 2, 3, 4];
    const beforeMore = async () => {
      const most = heard[counts.length];
      counts.push(pieces.length);
      if (host.joins) await expect.poll(() => pieces.length).toBe(most);
    };
    const onPiece = (piece: string) => pieces.push(piece);
    await host.run({ kit, text: ASK, steps: [{ say }], beforeMore, onPiece });
    expect(pieces).toEqual(["Take ", "the boot ", `${label("Northwind")} now`, "."]);
    expect(counts.length).toBe(say.length);
  });
});
