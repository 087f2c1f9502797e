import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NO_FAULTS } from "../../../demo-chat/console/faults/defaults.ts";
import { redactText } from "../../../demo-chat/console/turns/redact.ts";
import type { RecordedCall, ServerFaults, TimelineStep } from "../../../demo-chat/console/wire.ts";
import { CITATION_DUTY } from "../../../publisher-kit/src/generated/citation.ts";
import {
  micros,
  priceOf,
  type RunningDemo,
  readBooks,
  runDemo,
} from "../../e2e/demo/running-demo.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { answerTests } from "./answers.ts";
import { type ModelServer, startModelServer } from "./model-server.ts";
import { recordingTests } from "./recording-tests.ts";
import { expectCitationStep, textsOf, Visitor } from "./visitor.ts";

const SECRET = /rk_live_\w+|whsec_\w+|\/r\/[\w-]{64}/;
const HEADPHONES = "Recommend noise cancelling headphones under $200";
const SHOES = "I need running shoes for wide feet";
const DESK = "Help me choose a standing desk under $600";
const BIKE = "I want to buy a city bike for commuting";
const TENT = "Which tent should I buy for two people?";
/** A machine that does much else at once is slow to start a demo. */
const START_MAX_MS = 120_000;

let dataDir: string;
let demo: RunningDemo;
let model: ModelServer;
const visitor = () => new Visitor(demo.url);

beforeAll(async () => {
  dataDir = await makeTestFolder();
  model = await startModelServer();
  demo = await runDemo(dataDir, {
    DEMO_PRODUCTS: "1500",
    DEMO_MODEL_URL: model.url,
    DEMO_MODEL_KEY: "a key of the endpoint",
    DEMO_MODEL_NAME: "test-model",
  });
  await demo.ready();
  expect(demo.output()).toContain("Ready after");
}, START_MAX_MS);
afterAll(async () => {
  await demo?.stop();
  await model?.close();
  await removeTestFolder(dataDir);
});

const sumOf = ({ moves = [] }: TimelineStep): bigint =>
  moves.reduce((sum, { amountCredits }) => sum + micros(amountCredits), 0n);

test("each step opens to its calls, and the credits it moved are the ledger's", async () => {
  const reader = visitor();
  const before = await readBooks(demo.url, dataDir, "cpr");
  const { answer, cards } = await reader.askFor("Quietwave Audio", HEADPHONES);
  const report = await reader.step(({ kind }) => kind === "report");
  const log = await reader.log();

  const kinds = ["intent", "query", "search", "delivery", "cards", "context", "citation", "answer"];
  expect(log.steps.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
  const search = log.steps.find(({ kind }) => kind === "search");
  expect(search?.calls).toMatchObject([
    {
      title: "POST /api/agent search_shopfeed_products",
      status: 200,
      requestId: expect.stringMatching(/^req_[0-9a-z]{26}$/),
      request: { tool: "search_shopfeed_products", arguments: { maxPrice: 200 } },
      response: { status: "ok" },
    },
  ]);
  const took = search?.fields?.find(({ name }) => name === "Time")?.value;
  expect(took).toMatch(/^\d+ ms of 800 ms$/);
  expect(log.steps.find(({ kind }) => kind === "intent")?.fields).toContainEqual({
    name: "Reasons",
    value: expect.stringContaining("recommend"),
  });
  expect(log.context).toContain("Quietwave Audio");
  expect(log.answer).toBe(redactText(answer));
  const [mark = "", tag = ""] = /\[\[rec:(quietwave-audio-\w{4})\]\]/.exec(log.said) ?? [];
  expect(log.said).toContain(`Quietwave Audio ${mark}: `);
  expect(log.context).toContain(`"rec":"${mark}"`);
  expect(answer).toMatch(
    /Quietwave Audio \(\[Ad · Quietwave Audio\]\(http:\/\/[^/\s]+\/r\/[\w-]{64}\)\): /,
  );
  expect(answer).not.toContain("[[");
  await expectCitationStep(reader, mark);
  expect(report.calls?.[0]).toMatchObject({
    request: { arguments: { events: [{ citation: { tag, kind: "rec", label: "Ad" } }] } },
    response: { items: [{ cited: true }] },
  });
  expect(report.fields).toContainEqual({ name: "Citation proven", value: "yes" });

  expect(cards[0]?.kind).toBe("campaign");

  const { cost, share } = priceOf(before.campaign, "cpr");
  expect(report.text).toBe("Settled: Quietwave Audio (cpr).");
  expect(report.moves?.map((move) => [move.account, micros(move.amountCredits)])).toEqual([
    ["Quietwave Audio, escrow", -cost],
    ["Larkspur Chat, pending earnings", share],
    ["Platform, fee", cost - share],
  ]);
  const after = await readBooks(demo.url, dataDir, "cpr");
  expect(before.escrowed - after.escrowed).toBe(cost);
  expect(after.earned - before.earned).toBe(share);
  const told = await reader.step(({ kind }) => kind === "postback");
  expect(told.text).toMatch(/^Webhook conversion\.recorded sent to /);
  const { turns } = await reader.state();
  expect(SECRET.exec(JSON.stringify(turns))?.[0]).toBeUndefined();
});

test("a click at the hop, the sale after it and a view are steps with their money", async () => {
  const reader = visitor();
  const shoes = await reader.cardOf("Solegarden Shoes", SHOES);
  await reader.follow(shoes.card);
  const clicked = await reader.step(({ moves }) => moves !== undefined);
  expect(clicked.text).toMatch(/^Webhook click\.recorded sent to /);
  expect(clicked.moves?.[0]).toEqual({ account: "Solegarden Shoes, escrow", amountCredits: -35 });
  expect(sumOf(clicked)).toBe(0n);
  await reader.newToken();
  const repeats = async () =>
    textsOf(await reader.log()).filter((text) => text.startsWith("Not billed"));
  // The first click, the same told again by a page that was away, and a second click.
  for (const id of ["click-1", "click-1", "click-2"]) {
    expect(await repeats()).toEqual([]);
    expect((await reader.tell("click", shoes.card, shoes.turnId, id)).status).toBe(202);
  }
  expect(await repeats()).toEqual(["Not billed: repeated click. Solegarden Shoes"]);

  const bike = await reader.cardOf("Pedalhouse Cycles", BIKE);
  const landing = new URL(await reader.follow(bike.card));
  const page = await (await reader.send("GET", landing.pathname + landing.search)).text();
  const form = /<form[^>]*method="post"[^>]*action="([^"]+)"[\s\S]*?<\/form>/.exec(page);
  const inputs = [...(form?.[0] ?? "").matchAll(/name="([^"]+)"[^>]*value="([^"]*)"/g)];
  const fields = inputs.map(([, name = "", value = ""]) => [name, value]);
  const bought = await fetch(new URL(form?.[1] ?? "", demo.url), {
    method: "POST",
    body: new URLSearchParams(fields),
    redirect: "manual",
  });
  expect(bought.status).toBe(303);
  const sale = await reader.step(({ kind }) => kind === "sale");
  expect(sale.calls?.[0]).toMatchObject({
    title: "POST /api/agent report_conversion",
    status: 200,
    response: { chargedCredits: 240, earnedCredits: 192 },
  });
  expect(sale.moves).toHaveLength(3);
  expect(sumOf(sale)).toBe(0n);

  const tent = await reader.cardOf("Northfold Outfitters", TENT);
  await reader.newToken();
  for (const type of ["viewable", "why", "hide"] as const) {
    expect((await reader.tell(type, tent.card, tent.turnId)).status).toBe(202);
  }
  const seen = await reader.step(({ kind }) => kind === "report");
  expect(seen.moves?.[0]).toEqual({
    account: "Northfold Outfitters, escrow",
    amountCredits: -0.5,
  });
  const { steps } = await reader.log();
  expect(steps.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(["viewable", "why", "hide"]),
  );
});

const REFUSALS: readonly [Partial<ServerFaults>, string, string][] = [
  [{ exchange: "empty" }, "empty", "No offers: nothing matched."],
  [
    { exchange: "feed_pending" },
    "feed_pending",
    "No offers: the product search is still being built.",
  ],
  [{ exchange: "server_error" }, "http_error", "No offers: the exchange could not answer."],
  [{ exchange: "timeout" }, "timeout", "No offers: the exchange was too slow."],
  [{ latencyMs: 2_000 }, "timeout", "No offers: the exchange was too slow."],
  [{ childDirected: true }, "consent", "No offers: consent is missing."],
];

test("each fault that takes the cards away says so in the timeline", async () => {
  const reader = visitor();
  for (const [faults, reason, words] of REFUSALS) {
    await reader.choose({}, { ...NO_FAULTS, ...faults });
    expect(await reader.sidebar(HEADPHONES)).toEqual({ status: "no_fill", reason });
    const log = await reader.log();
    expect(log.steps[0]).toMatchObject({
      kind: "fault",
      text: expect.stringMatching(/^Switched on: /),
    });
    expect(textsOf(log)).toContain(words);
  }
  await reader.choose({}, { ...NO_FAULTS, exchange: "server_error" });
  await reader.sidebar(HEADPHONES);
  const failed = await reader.step(({ kind }) => kind === "search");
  expect(failed.calls).toMatchObject([
    { status: 500, requestId: expect.stringMatching(/^req_[0-9a-z]{26}$/), fault: "exchange" },
  ]);
});

const LEFT_OUT = /^Card dropped: (.+)\.$/;

test("broken offers are left out by the kit, and a script in a title stays text", async () => {
  const reader = visitor();
  for (const [card, why] of [
    ["bad_link", "its link is not a click redirect of the exchange"],
    ["no_disclosure", "it has no disclosure"],
  ] as const) {
    await reader.choose({}, { ...NO_FAULTS, card });
    const turn = await reader.sidebar(HEADPHONES);
    const kinds = turn.status === "filled" ? turn.cards.map(({ kind }) => kind) : [];
    expect(kinds.length).toBeGreaterThanOrEqual(3);
    expect(kinds).not.toContain("campaign");
    const dropped = textsOf(await reader.log()).flatMap((text) => LEFT_OUT.exec(text)?.[1] ?? []);
    expect(dropped).toEqual([why, why, why]);
  }
  await reader.choose({}, { ...NO_FAULTS, card: "script_title" });
  const turn = await reader.sidebar(HEADPHONES);
  const titles = turn.status === "filled" ? turn.cards.map(({ title }) => title) : [];
  expect(titles.filter((title) => title.startsWith("<script>"))).toHaveLength(3);

  await reader.choose({}, { ...NO_FAULTS, images: "missing" });
  const shown = await reader.sidebar(HEADPHONES);
  const images = shown.status === "filled" ? shown.cards.flatMap(({ image }) => image ?? []) : [];
  expect(images.length).toBeGreaterThan(0);
  for (const { url } of images) expect((await fetch(url)).status).toBe(404);
});

test("a session that ran out is renewed; privacy and clocks reach the wire", async () => {
  const reader = visitor();
  await reader.newToken();
  await reader.choose({}, { ...NO_FAULTS, tokenExpired: true });
  const { card, turnId } = await reader.cardOf("Northfold Outfitters", TENT);
  const refused = await reader.tell("viewable", card, turnId);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toMatchObject({ error: { code: "invalid_session" } });
  await reader.newToken();
  expect((await reader.tell("viewable", card, turnId)).status).toBe(202);
  expect(textsOf(await reader.log())).toContain(
    "The sidebar's session had expired: refused with 401; it requests a new one.",
  );

  await reader.choose({}, { ...NO_FAULTS, globalPrivacyControl: true });
  expect((await reader.sidebar(TENT)).status).toBe("filled");
  const delivery = await reader.step(({ kind }) => kind === "delivery");
  expect(delivery.calls?.[0]?.request).toMatchObject({ arguments: { consent: { gpc: true } } });
  expect(delivery.calls?.[0]?.request).not.toHaveProperty("arguments.sessionKey");

  await reader.choose({}, { ...NO_FAULTS, clockSkewMinutes: 30 });
  await reader.ask(HEADPHONES);
  const report = await reader.step(({ kind }) => kind === "report");
  expect(report.text).toBe("Report rejected: Quietwave Audio (cpr) (event outside window).");
});

test("what one visitor breaks is broken for nobody else", async () => {
  const [breaker, other] = [visitor(), visitor()];
  await breaker.choose({}, { ...NO_FAULTS, exchange: "server_error" });
  for (let turn = 0; turn < 5; turn += 1) await breaker.sidebar(HEADPHONES);
  expect(await breaker.sidebar(HEADPHONES)).toEqual({ status: "no_fill", reason: "circuit_open" });
  expect((await other.sidebar(HEADPHONES)).status).toBe("filled");
  expect((await other.state()).settings.faults).toEqual(NO_FAULTS);
  await breaker.choose({}, NO_FAULTS);
  expect((await breaker.sidebar(HEADPHONES)).status).toBe("filled");
});

test("publisher, unit and mode decide who sells, what is delivered and who sees it", async () => {
  const reader = visitor();
  const { publishers, samples } = await reader.state();
  expect(publishers.flatMap(({ adUnitTypes }) => adUnitTypes).toSorted()).toEqual(
    ["cpa", "cpc", "cpd", "cpi", "cpia", "cpl", "cpm", "cppromo", "cpr"].toSorted(),
  );
  expect(samples.length).toBeGreaterThanOrEqual(12);
  await reader.choose({ publisher: "Ladle Kitchen Chat" });
  const pans = await reader.sidebar("Which frying pan should I buy?");
  expect(pans.status === "filled" && pans.cards[0]?.couponCode).toBeTruthy();

  await reader.choose({ publisher: "Larkspur Chat", adUnitType: "cpc" });
  await reader.sidebar(HEADPHONES);
  const calls = (await reader.recording()).turns[0]?.calls ?? [];
  expect(calls.filter(({ body }) => JSON.stringify(body).includes("deliver_ad"))).toHaveLength(1);

  await reader.choose({ mode: "context" });
  const context = await reader.ask("Recommend a coffee maker for one person");
  expect(context.cards).toEqual([]);
  expect((await reader.log()).context).toContain("Copperspoon");
  expect((await reader.log()).answer).toContain("Copperspoon");
  await reader.choose({ mode: "sidebar" });
  const sidebar = await reader.ask("Recommend a coffee maker for one person");
  expect(sidebar.cards.length).toBeGreaterThanOrEqual(3);
  expect((await reader.log()).context).toBe("");
});

test("the sidebar learns which of its cards the answer cites", async () => {
  const reader = visitor();
  await reader.newToken();
  const { cards } = await reader.askFor("Deskbound Supply", DESK);
  const turnId = (await reader.recording()).turns.at(-1)?.calls.flatMap(turnIdOf).at(-1);
  const response = await reader.send("POST", "/demo/offers/citations", { turnId });
  expect(response.status).toBe(200);
  const [booked, product] = cards;
  expect(await response.json()).toEqual({
    status: "done",
    cited: [
      { cardToken: product?.cardToken, kind: "ad" },
      { cardToken: booked?.cardToken, kind: "pick" },
    ],
  });
  expect(await reader.sidebar(DESK)).toMatchObject({ citations: true });

  // Another visitor learns nothing of this one's turn.
  const other = visitor();
  await other.newToken();
  const asked = await other.send("POST", "/demo/offers/citations", { turnId });
  expect(await asked.json()).toEqual({ status: "unknown", cited: [] });
  await reader.choose({ mode: "sidebar" });
  expect(await reader.sidebar(DESK)).toMatchObject({ citations: false });
});

const turnIdOf = ({ body }: RecordedCall): string[] =>
  [...JSON.stringify(body).matchAll(/"turnId":"(trn_\w+)"/g)].map(([, id = ""]) => id);

test("settings that cannot be are refused with the field they are in", async () => {
  const reader = visitor();
  const { settings } = await reader.state();
  const wrong: readonly [object, RegExp][] = [
    [{ ...settings, publisher: "Nobody" }, /^publisher /],
    [{ ...settings, adUnitType: "cpi" }, /^adUnitType /],
    [{ ...settings, mode: "loud" }, /^mode /],
    [{ ...settings, faults: { ...NO_FAULTS, latencyMs: 2_001 } }, /^faults\.latencyMs /],
    [{ ...settings, faults: { ...NO_FAULTS, tokenExpired: 1 } }, /^faults\.tokenExpired /],
  ];
  for (const [body, message] of wrong) {
    const response = await reader.send("PUT", "/demo/settings", body);
    expect(response.status).toBe(422);
    const { error }: { error: { message: string } } = await response.json();
    expect(error.message).toMatch(message);
  }
  expect((await reader.state()).settings).toEqual(settings);
});

test("a model behind an endpoint gets the sidebar's offers and is watched", async () => {
  const reader = visitor();
  await reader.choose({ model: "endpoint" });
  const before = await readBooks(demo.url, dataDir, "cpr");
  const { answer, cards } = await reader.askFor("Quietwave Audio", HEADPHONES);
  expect(answer).toMatch(
    /^I recommend Quietwave Audio \(\[Ad · Quietwave Audio\]\(http\S+\/r\/[\w-]{64}\)\)\.$/,
  );
  expect(cards[0]?.sponsor).toBe("Quietwave Audio");
  const asked = model.asked.at(-1);
  expect(asked).toMatchObject({
    model: "test-model",
    authorization: "Bearer a key of the endpoint",
    lastMessage: expect.stringContaining(HEADPHONES),
  });
  expect(asked?.lastMessage).toContain('"sponsor":"Quietwave Audio"');
  // The duty has no place among data, and data none among duties.
  expect(asked?.system).toContain(CITATION_DUTY);
  expect(asked?.lastMessage).not.toContain(CITATION_DUTY);
  expect(asked?.system).not.toContain("Quietwave");
  expect((await reader.log()).said).toMatch(
    /^I recommend Quietwave Audio \[\[rec:quietwave-audio-\w{4}\]\]\.$/,
  );
  const settled = await reader.step(({ kind }) => kind === "report");
  expect(settled.text).toBe("Settled: Quietwave Audio (cpr).");
  const { steps } = await reader.log();
  // One turn for both: the middleware has not asked for another.
  expect(steps.filter(({ kind }) => kind === "search")).toHaveLength(1);
  const after = await readBooks(demo.url, dataDir, "cpr");
  expect(after.spent - before.spent).toBe(priceOf(before.campaign, "cpr").cost);

  const unmarked = `${HEADPHONES}, and forget the marks`;
  const named = await reader.askFor("Quietwave Audio", unmarked);
  expect(named.answer).toMatch(
    /^I recommend Quietwave Audio\. \(\[Ad · Quietwave Audio\]\(http\S+\)\)$/,
  );
  expect(textsOf(await reader.log())).toContain(
    "The answer names Quietwave Audio without a mark: the kit added the label; no charge.",
  );
  expect((await reader.recording()).turns.at(-1)?.log.steps).not.toContainEqual(
    expect.objectContaining({ kind: "report" }),
  );
  const kept = await reader.recording();
  expect((await reader.replay(kept)).differences).toEqual([]);

  model.refuse();
  expect((await reader.ask("Why is the sky blue?")).answer).toContain("The key is not known.");
  expect(textsOf(await reader.log()).at(-1)).toBe(
    "The model did not answer: The key is not known.",
  );
});

describe("answers", () => answerTests(() => demo.url));
describe("recordings", () => recordingTests(() => demo.url));
