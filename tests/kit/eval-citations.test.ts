import { once } from "node:events";
import { statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { CitationsReport } from "../eval/citations/report.ts";
import { KINDS, prepare, readTurns } from "../eval/citations/turns.ts";
import { evaluateCitations } from "../eval/citations.ts";

const TURNS = readTurns();
const KEY = "sk-of-the-test";

interface Offer {
  readonly name: string;
  readonly marks: Readonly<Record<"ad" | "rec" | "pick", string>>;
}
interface Asked {
  readonly kind: string;
  /** The offers that the message is about, as the prompt shows them. */
  readonly fitting: readonly Offer[];
  readonly all: readonly Offer[];
}
type Model = (asked: Asked) => string;

/** Does what the duty says. */
const obedient: Model = ({ kind, fitting }) => {
  const [first, ...others] = fitting;
  if (first === undefined) return "None of that needs a purchase.";
  if (kind === "criticize") return `I'd pass on ${first.name} ${first.marks.ad}: too dear.`;
  if (kind === "code")
    return `\`\`\`js\nprices();\n\`\`\`\n\nI used ${first.name} ${first.marks.ad}.`;
  if (kind === "advise") return `I recommend ${first.name} ${first.marks.rec}.`;
  const beside = others.map(({ name, marks }) => `There is ${name} ${marks.ad}.`);
  return [...beside, `Take ${first.name} ${first.marks.pick}.`].join("\n\n");
};

/** Names what fits and forgets every mark. */
const forgetful: Model = ({ fitting }) => fitting.map(({ name }) => `Buy ${name}.`).join("\n\n");

/** Praises everything, and puts marks where they don't belong. */
const sloppy: Model = ({ all, kind }) => {
  const [{ name = "", marks } = {}] = all;
  if (kind === "code") return `\`\`\`js\nbuy("${marks?.pick}");\n\`\`\``;
  return `<think>${marks?.rec}</think>Take ${name} ${marks?.rec} [[rec:nobody-0000]] [[best:x]].`;
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the turns", () => {
  test("are 100 in at most 60 KB, of every kind and in four languages", () => {
    expect(TURNS).toHaveLength(100);
    expect(new Set(TURNS.map(({ id }) => id)).size).toBe(100);
    const { size } = statSync(new URL("../eval/citations/turns.jsonl", import.meta.url));
    expect(size).toBeLessThanOrEqual(60 * 1024);
    expect(new Set(TURNS.map(({ kind }) => kind))).toEqual(new Set(KINDS));
    expect(new Set(TURNS.map(({ lang }) => lang))).toEqual(new Set(["en", "de", "es", "ja"]));
  });

  test("show the model each of their offers, with marks and without a link", () => {
    for (const turn of TURNS) {
      expect(turn.offers.length, turn.id).toBeGreaterThanOrEqual(1);
      expect(turn.offers.length, turn.id).toBeLessThanOrEqual(6);
      const { offers, fitting, prompt } = prepare(turn);
      expect(offers, turn.id).toHaveLength(turn.offers.length);
      expect(fitting.size, turn.id).toBe(turn.fits.length);
      if (turn.kind === "choose") expect(fitting.size, turn.id).toBeGreaterThan(1);
      expect(prompt.user.match(/"marks":/g), turn.id).toHaveLength(turn.offers.length);
      expect(prompt.user).not.toContain("://");
    }
  });
});

describe("the figures", () => {
  test("of an obedient model are full marks", async () => {
    const report = await measure(obedient);
    const named = TURNS.reduce((sum, { kind, fits }) => sum + namedBy(kind, fits.length), 0);
    expect(report).toMatchObject({
      model: "scripted",
      turns: 100,
      named,
      marked: named,
      unmarked: 0,
      markedShare: 1,
      emptyAnswers: 0,
      marksInCodeJsonOrThought: 0,
      malformedOrUnknownMarks: 0,
      offTopicNamed: { of: 19, count: 0, share: 0 },
      decisions: { of: 22, count: 22, share: 1 },
      advised: { of: 24, count: 24, share: 1 },
      criticismAdvised: { of: 12, count: 0, share: 0 },
    });
    expect(report.secondsMedian).toBeGreaterThan(0);
  });

  test("of a forgetful model are no marks, no decisions and every name", async () => {
    const report = await measure(forgetful);
    const named = TURNS.reduce((sum, { fits }) => sum + fits.length, 0);
    expect(report).toMatchObject({
      named,
      marked: 0,
      unmarked: named,
      markedShare: 0,
      // Without an offer that fits it says nothing at all.
      emptyAnswers: 19,
      decisions: { of: 22, count: 0 },
      advised: { of: 24, count: 0 },
    });
  });

  test("of a sloppy model count what stands in the wrong place", async () => {
    const report = await measure(sloppy);
    const isCode = ({ kind }: (typeof TURNS)[number]) => kind === "code";
    const codes = TURNS.filter(isCode).length;
    expect(report).toMatchObject({
      named: 100 - codes,
      marked: 100 - codes,
      // One in each thought, one in each code.
      marksInCodeJsonOrThought: 100,
      // A foreign tag each; what is no kind and has no tag is no mark of ours.
      malformedOrUnknownMarks: 100 - codes,
      offTopicNamed: { of: 19, count: 18 },
      decisions: { of: 22, count: 0 },
      criticismAdvised: { of: 12, count: 12, share: 1 },
    });
  });
});

describe("the command", () => {
  test("says in words when a model marks too little", async () => {
    await using server = await startModel(forgetful);
    const { code, out } = await run(["--base-url", server.url, "--model", "scripted"]);
    expect(code).toBe(0);
    expect(out).toContain("named, marked: 0 (0.0 %)");
    expect(out).toContain("Below 80 % marked: book cpc or cpia with this model (scripted).");
  });

  test("says in words when a model marks enough, after as many turns as asked for", async () => {
    await using server = await startModel(obedient);
    const words = ["--base-url", server.url, "--model", "scripted", "--turns", "20"];
    const { out } = await run([...words, "--key", KEY]);
    expect(server.asked).toHaveLength(20);
    expect(new Set(server.asked.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${KEY}`]),
    );
    expect(out).toContain("scripted: 20 turns");
    expect(out).toContain("At least 80 % marked: cpr and cpd work with this model");
  });

  test("sends the duty as the system's message and the offers with the reader's", async () => {
    await using server = await startModel(obedient);
    await run(["--base-url", server.url, "--model", "scripted", "--turns", "1"]);
    const [turn] = TURNS;
    const prompt = turn && prepare(turn).prompt;
    expect(server.asked).toMatchObject([
      {
        path: "/v1/chat/completions",
        body: {
          model: "scripted",
          stream: true,
          messages: [
            { role: "system", content: prompt?.system },
            { role: "user", content: expect.stringMatching(/^My desk is dark.*\n\n\[offers /) },
          ],
        },
      },
    ]);
  });

  test("names an endpoint that does not answer", async () => {
    const server = await startModel(obedient);
    await server[Symbol.asyncDispose]();
    const { code, err, out } = await run(["--base-url", server.url, "--model", "scripted"]);
    expect([code, out]).toEqual([1, ""]);
    expect(err).toContain(`${server.url}/chat/completions does not answer: ECONNREFUSED.`);
    expect(err).toContain("Check --base-url");
  });

  test("gives the endpoint's own reason and never the key", async () => {
    await using server = await startModel(obedient, { refusal: "No such model." });
    const words = ["--base-url", server.url, "--model", "scripted", "--key", KEY];
    const { code, err } = await run(words);
    expect(code).toBe(1);
    expect(err).toContain("answered 404: No such model.");
    expect(err).not.toContain(KEY);
  });

  test("notices a server that is no chat endpoint", async () => {
    await using server = await startModel(() => "", { page: "<h1>Hello</h1>" });
    const { code, err } = await run(["--base-url", server.url, "--model", "scripted"]);
    expect(code).toBe(1);
    expect(err).toContain("answered without `choices`");
  });

  test.each([
    [["--model", "a"], "`--base-url` must be"],
    [["--base-url", "localhost:1", "--model", "a"], "`--base-url` must be"],
    [["--base-url", "http://localhost"], "`--model` must be"],
    [["--base-url", "http://localhost", "--model", "a", "--turns", "101"], "from 1 to 100"],
  ])("refuses %j before it asks anything", async (words, message) => {
    const { code, err } = await run(words);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

function namedBy(kind: string, fits: number): number {
  const isOne = ["advise", "criticize", "code"].includes(kind);
  return isOne ? Math.min(1, fits) : fits;
}

async function measure(model: Model): Promise<CitationsReport> {
  await using server = await startModel(model);
  const words = ["--base-url", server.url, "--model", "scripted", "--json"];
  const { out } = await run(words);
  return JSON.parse(out);
}

async function run(words: string[]) {
  const written = { out: "", err: "" };
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    written.out += String(text);
    return true;
  });
  vi.spyOn(process.stderr, "write").mockImplementation((text) => {
    written.err += String(text);
    return true;
  });
  const code = await evaluateCitations(words);
  return { code, ...written };
}

type Body = { messages: { role: string; content: string }[] };

/** A server that speaks OpenAI's streaming chat completions and answers as scripted. */
async function startModel(model: Model, fault: { refusal?: string; page?: string } = {}) {
  const asked: { path: string; authorization: string; body: Body }[] = [];
  const server = createServer(async (req, res) => {
    const body: Body = JSON.parse(await textOf(req));
    const { authorization = "" } = req.headers;
    asked.push({ path: req.url ?? "", authorization, body });
    if (fault.refusal !== undefined) {
      res.writeHead(404, { "content-type": "application/json" });
      res.end(JSON.stringify({ error: { message: fault.refusal } }));
    } else if (fault.page !== undefined) {
      res.writeHead(200, { "content-type": "text/html" }).end(fault.page);
    } else stream(res, model(askedFor(body)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What the model reads in its prompt, and what the turn's line says of it. */
function askedFor({ messages }: Body): Asked {
  const content = messages.at(-1)?.content ?? "";
  const turn = TURNS.find(({ text }) => content.startsWith(`${text}\n\n[offers `));
  const lines = content.split("\n").filter((line) => line.startsWith("{"));
  const all = lines.map((line): Offer => {
    const { title, offer, marks } = JSON.parse(line);
    return { name: title ?? nameOf(offer), marks };
  });
  const names = turn?.fits.map((index) => {
    const offer = turn.offers[index] ?? { text: "" };
    return "text" in offer ? nameOf(offer.text) : offer.title;
  });
  const fitting = all.filter(({ name }) => names?.includes(name) === true);
  return { kind: turn?.kind ?? "", fitting, all };
}

const nameOf = (text: string): string => text.split(".")[0] ?? "";

/** In pieces of three characters, so that marks are cut anywhere. */
function stream(res: ServerResponse, answer: string): void {
  res.writeHead(200, { "content-type": "text/event-stream" });
  for (const content of answer.match(/.{1,3}/gsu) ?? [""]) {
    res.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
  }
  res.end(`data: ${JSON.stringify({ choices: [], usage: {} })}\r\n\r\ndata: [DONE]\n\n`);
}
