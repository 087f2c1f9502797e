import { describe, expect, test } from "vitest";
import { campaign, campaignId, product, tagOf } from "./exchange-double.ts";
import { ASK, exchangeWith, kitFor, reported, TAG } from "./paid-exchange.ts";

const [AD, REC, PICK] = ["ad", "rec", "pick"].map((kind) => `[[${kind}:${TAG}]]`);

describe("an observed answer", () => {
  const other = `[[ad:${tagOf("northwind", campaignId(2))}]]`;
  const cited = (kind: string, count = 1) => {
    return { tag: TAG, kind, label: "Ad", rendered: true, cited: count };
  };
  const recommends = (kind: string, count?: number) => [
    { conversionType: "recommendation", citation: cited(kind, count) },
  ];
  const cases: [string, string, string, object[]][] = [
    ["cpr", "recommends", `I'd recommend the Northwind 01 ${REC}.`, recommends("rec")],
    ["cpr", "picks alone", `Take the Northwind 01 ${PICK}.`, recommends("pick")],
    [
      "cpr",
      "picks of two",
      `Take the Northwind 01 ${PICK}, not that ${other}.`,
      recommends("pick", 2),
    ],
    ["cpr", "names and then recommends", `Northwind 01 ${AD}: take it ${REC}.`, recommends("rec")],
    ["cpr", "only names", `Northwind ${AD} was founded in 1990.`, []],
    ["cpr", "recommends without a mark", "I'd recommend the Northwind 01.", []],
    [
      "cpd",
      "picks of two",
      `I'd go with the Northwind 01 ${PICK} over that ${other}.`,
      [{ conversionType: "decision", citation: cited("pick", 2) }],
    ],
    ["cpd", "picks alone", `I'd go with the Northwind 01 ${PICK}.`, []],
    ["cpd", "picks before another", `Take it ${PICK}, or that ${other.replace("ad", "pick")}.`, []],
    ["cpd", "only recommends", `I'd recommend the Northwind 01 ${REC}, or that ${other}.`, []],
    ["cpc", "recommends", `I'd recommend the Northwind 01 ${REC}.`, []],
  ];
  test.each(cases)("a %s campaign the answer %s", async (unit, _verb, answer, expected) => {
    await using exchange = await exchangeWith(unit, "cpm");
    const { kit } = kitFor(exchange);
    const turn = await kit.turn(ASK);
    expect(kit.observeAnswer(turn, answer)).not.toContain("[[");
    kit.observeAnswer(turn, answer);
    await kit.close();
    expect(reported(exchange)).toMatchObject(expected);
    expect(reported(exchange)).toHaveLength(expected.length);
  });

  test("without context in the turn goes on as it is and earns no report", async () => {
    await using exchange = await exchangeWith("cpr");
    const { kit } = kitFor(exchange, { mode: "sidebar" });
    const answer = `I'd recommend the Northwind 01 ${REC}.`;
    expect(kit.observeAnswer(await kit.turn(ASK), answer)).toBe(answer);
    await kit.close();
    expect(reported(exchange)).toEqual([]);
  });

  test("without a visible label earns no report", async () => {
    await using exchange = await exchangeWith("cpr");
    for (const render of ["none", () => "*"] as const) {
      const { kit } = kitFor(exchange, { render });
      const shown = kit.observeAnswer(await kit.turn(ASK), `Take it${REC}.`);
      expect(shown).toBe(render === "none" ? "Take it." : "Take it *.");
      await kit.close();
    }
    expect(reported(exchange)).toEqual([]);
  });

  test("the words of the answer go out only when the host shares text", async () => {
    await using exchange = await exchangeWith("cpr");
    for (const shareText of [false, true]) {
      const { kit } = kitFor(exchange, { shareText });
      kit.observeAnswer(await kit.turn(ASK), `Hm.\n\nI'd recommend the Northwind 01 ${REC}. Bye.`);
      await kit.close();
    }
    const [silent, shared] = reported(exchange);
    expect(silent).not.toHaveProperty("evidence");
    expect(shared?.evidence).toBe("I'd recommend the Northwind 01");
  });

  const chunks = ["I'd recommend", " the North", "wind 01 ", `${REC}`, " here."];
  const readableOf = (parts: readonly string[]) =>
    new ReadableStream<string>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
  async function* iterableOf(parts: readonly string[]) {
    yield* parts;
  }

  test("a stream is handed on chunk by chunk with labels, and reported at its end", async () => {
    await using exchange = await exchangeWith("cpr");
    const { kit } = kitFor(exchange);
    const label = `([Ad · Northwind](${exchange.baseUrl}/r/${"c".repeat(64)}))`;
    const shown = [...chunks.slice(0, 3), `${label} here.`];
    const turns = [await kit.turn(ASK), await kit.turn(ASK)];
    const streams = [readableOf(chunks), iterableOf(chunks)];
    for (const [at, turn] of turns.entries()) {
      const out: string[] = [];
      const stream = streams[at] ?? readableOf([]);
      const answer: AsyncIterable<string> =
        stream instanceof ReadableStream
          ? kit.observeAnswer(turn, stream)
          : kit.observeAnswer(turn, stream);
      for await (const chunk of answer) out.push(chunk);
      expect(out).toEqual(shown);
    }
    await kit.close();
    expect(reported(exchange)).toHaveLength(2);
  });

  test.each([
    ["before the label is shown", 3, 0],
    ["behind the label", 4, 1],
  ])("a reader who leaves %s", async (_when, reads, reports) => {
    await using exchange = await exchangeWith("cpr");
    const { kit } = kitFor(exchange);
    const readable = kit.observeAnswer(await kit.turn(ASK), readableOf(chunks)).getReader();
    const iterable = kit.observeAnswer(await kit.turn(ASK), iterableOf(chunks));
    const iterator = iterable[Symbol.asyncIterator]();
    for (let read = 0; read < reads; read += 1) {
      await readable.read();
      await iterator.next();
    }
    await readable.cancel();
    await iterator.return?.();
    await kit.close();
    expect(reported(exchange)).toHaveLength(reports * 2);
  });

  test("a stream's first chunk arrives before its second exists", async () => {
    await using exchange = await exchangeWith("cpr");
    const { kit } = kitFor(exchange);
    let made = 0;
    async function* slow() {
      for (const chunk of chunks) {
        made += 1;
        yield chunk;
      }
    }
    const turn = await kit.turn(ASK);
    const watched = kit.observeAnswer(turn, slow())[Symbol.asyncIterator]();
    expect((await watched.next()).value).toBe(chunks[0]);
    expect(made).toBe(1);
  });

  test("an error in the stream reaches the reader of the stream", async () => {
    await using exchange = await exchangeWith("cpr");
    const { kit } = kitFor(exchange);
    async function* broken() {
      yield "I'd recommend";
      throw new Error("model gone");
    }
    const watched = kit.observeAnswer(await kit.turn(ASK), broken());
    const drain = async (): Promise<void> => {
      for await (const _chunk of watched);
    };
    await expect(drain()).rejects.toThrow("model gone");
  });
});

describe("equal offers", () => {
  const creative = { text: "Boots that last", url: "https://northwind.example/" };

  /** An exchange with bookings of one advertiser for one creative. */
  async function equalWith(...units: string[]) {
    const exchange = await exchangeWith(...units);
    exchange.handlers.list_campaigns = () => ({
      body: {
        items: units.map((unit, n) => ({
          ...campaign(n + 1, unit),
          advertiserId: "adv_1",
          creative,
        })),
        nextCursor: null,
      },
    });
    return exchange;
  }

  test("of different units share a card and a mark, and each earns by its own rule", async () => {
    await using exchange = await equalWith("cpr", "cpd", "cpia");
    exchange.handlers.search_shopfeed_products = () => ({
      body: { status: "ok", items: [product(exchange.baseUrl, 1)] },
    });
    const { kit } = kitFor(exchange);
    const turn = await kit.turn(ASK);
    const { user } = kit.prompt(turn);
    const tags = new Set([...user.matchAll(/\[\[ad:([\w-]+)\]\]/g)].map(([, tag]) => tag));
    expect(tags.size).toBe(2);
    expect(turn).toMatchObject({ cards: [{ kind: "campaign" }, { kind: "product" }] });
    const [shared, shop] = [...tags].toSorted();
    kit.observeAnswer(turn, `Take the Northwind [[pick:${shared}]], not that [[ad:${shop}]].`);
    await kit.close();
    const told = reported(exchange).toSorted((one, other) =>
      String(one.campaignId).localeCompare(String(other.campaignId)),
    );
    const citationOf = (number: number) => {
      const tag = tagOf("northwind", campaignId(number));
      return { tag, kind: "pick", label: "Ad", rendered: true, cited: 2 };
    };
    expect(told).toMatchObject([
      { campaignId: campaignId(1), conversionType: "recommendation", citation: citationOf(1) },
      { campaignId: campaignId(2), conversionType: "decision", citation: citationOf(2) },
      { campaignId: campaignId(3), type: "impression" },
    ]);
  });

  test("of one unit are asked for one at a time, in turn", async () => {
    await using exchange = await equalWith("cpr", "cpr");
    const { kit } = kitFor(exchange, { shareSearchesMs: 0 });
    for (let turn = 0; turn < 4; turn += 1) await kit.turn(ASK);
    const asked = exchange.callsOf("deliver_ad").map(({ args }) => args.campaignId);
    expect(asked).toHaveLength(4);
    expect(asked.toSorted()).toEqual([1, 1, 2, 2].map(campaignId));
  });
});
