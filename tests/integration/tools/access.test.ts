import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { ERRORS, errorBodySchema } from "../../../server/src/contract/errors.ts";
import { couponSchema } from "../../../server/src/contract/resources/campaign.ts";
import { acknowledgementSchema } from "../../../server/src/contract/resources/delivery.ts";
import { cashoutSchema } from "../../../server/src/contract/resources/wallet.ts";
import { makeApiKey } from "../../../server/src/domain/identity/api-key.ts";
import { sweepAll } from "../../../server/src/domain/ledger/index.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";
import { type JsonSchema, schemasOf } from "../../../server/src/tools/schemas.ts";
import type { Tool } from "../../../server/src/tools/tool.ts";
import { mcpRequestOf } from "../../mcp/raw.ts";
import { withoutIds } from "../../mcp/tour.ts";
import {
  bookCampaign,
  bookedPair,
  deliverOnce,
  fundAgent,
  listTestPlacement,
  registerAgent,
  resultOf,
  type TestAgent,
} from "../../setup/agents.ts";
import { type CallTool, startExchange, type TestExchange } from "../../setup/exchange.ts";
import { type DatabaseImage, imageOf } from "./wrong-input/image.ts";
import { callerFor, PRODUCT, strangerTo, validArguments } from "./wrong-input/parties.ts";

type Side = Awaited<ReturnType<typeof openSide>>;

let world: TestExchange;
let own: Side;
let others: Side;
let revoked: string;
beforeAll(async () => {
  // Cashouts wait for their address, so that both sides have one to cancel.
  const env = { CASHOUT_NEW_ADDRESS_HOURS: "24", POSTBACK_ALLOW_HOSTS: "127.0.0.1" };
  world = await startExchange({ env });
  await world.loadProducts("shop", [PRODUCT]);
  own = await openSide(world.call);
  others = await openSide(world.call);
  const agent = await registerAgent(world.call, "both");
  await world.call("rotate_key", { graceHours: 0 }, agent.key);
  revoked = agent.key;
  const deps = { ids: world.exchange.services.ids, now: new Date() };
  await sweepAll(world.exchange.db, null, deps);
});
afterAll(async () => {
  process.stdout.write(
    `     (${cells} cells of ${CATALOGUE.length} tools, each over HTTP and MCP)\n`,
  );
  await world.close();
});

/** How many cells of the matrix were looked at. */
let cells = 0;

const tools = CATALOGUE.map((tool) => ({ name: tool.name, tool }));
/** What ends something comes last, when nothing else needs it any more. */
const endingLast = tools.toSorted(
  (left, right) => Number(left.tool.hints.destructive) - Number(right.tool.hints.destructive),
);

/** Things of every kind that an agent can own, on both sides of one booking. */
async function openSide(call: CallTool) {
  const pair = await bookedPair(call, "cpm", { budgetCredits: 700 });
  const { publisher, advertiser, campaign, placement } = pair;
  const { campaignId } = campaign;
  await deliverOnce(call, publisher, campaignId);
  const impressions = { campaignId, count: 3_200 };
  const report = call("report_impression", impressions, publisher.key);
  const { eventId } = await resultOf(report, acknowledgementSchema);
  await call("confirm_delivery", { campaignId }, advertiser.key);
  const btcAddress = "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4";
  const cashout = call("request_cashout", { amountCredits: 500, btcAddress }, publisher.key);
  const postback = call("register_postback", { url: "http://127.0.0.1:9/hook" }, publisher.key);
  const discount = { discountType: "free_shipping", agentInstructions: "Mention the code." };
  const coupon = call("create_coupon", { campaignId, ...discount }, advertiser.key);
  const ids: Readonly<Record<string, string>> = {
    cmp: campaignId,
    plc: placement.placementId,
    csh: (await resultOf(cashout, cashoutSchema)).cashoutId,
    cpn: (await resultOf(coupon, couponSchema)).couponId,
    whk: (await resultOf(postback, z.object({ postbackId: z.string() }))).postbackId,
  };
  for (const agent of [publisher, advertiser]) {
    // Nothing is left that could be swept to a wallet between two looks.
    await call("whoami", {}, agent.key);
  }
  return { ...pair, ids, eventId };
}

const parties = () => ({ own, others, productId: PRODUCT.id });

/** The tool's example about what its caller owns. */
function argumentsOf(tool: Tool): Record<string, unknown> {
  const text = JSON.stringify(validArguments(tool, parties()));
  const mine = text.replace(
    /\b(csh|cpn|whk)_[0-9a-z]{26}/g,
    (id, kind: string) => own.ids[kind] ?? id,
  );
  const args: Record<string, unknown> = JSON.parse(mine);
  if (tool.name === "revoke_key") return { prefix: callerFor(tool, parties())?.key.slice(0, 12) };
  return "eventIds" in args ? { ...args, eventIds: [own.eventId] } : args;
}

/** Top-level fields that hold the id of something with an owner, and the kind of it. */
function ownedFields(tool: Tool): [string, string][] {
  const properties = Object.entries(Object(schemasOf(tool).input.properties));
  return properties.flatMap(([name, schema]): [string, string][] => {
    const { pattern }: JsonSchema = Object(schema);
    const kind = /^\^([a-z]{3})_/.exec(String(pattern))?.[1] ?? "";
    return kind in own.ids ? [[name, kind]] : [];
  });
}

const isAboutCampaign = (tool: Tool) => "campaignId" in Object(schemasOf(tool).input.properties);

/** Booking is about placements of others; a filter finds nothing instead of refusing. */
const ABOUT_OTHERS = new Set(["create_campaign", "buy_placement", "list_campaigns"]);

interface Cell {
  readonly httpStatus: number;
  readonly mcpStatus: number;
  readonly code: string;
  readonly body: object;
  readonly challenge: string | null;
}

/** One call over HTTP and over MCP, which must say the same. */
async function ask(tool: string, args: object, key?: string): Promise<Cell> {
  const http = await world.call(tool, args, key);
  const { path, ...init } = mcpRequestOf(tool, args);
  const headers = new Headers(init.headers);
  if (key !== undefined) headers.set("Authorization", `Bearer ${key}`);
  const mcp = await fetch(`${world.baseUrl}${path}`, { method: "POST", ...init, headers });
  const answer: unknown = await mcp.json();
  const { structuredContent, isError = false } = Object(Object(answer).result);
  const body = mcp.status === 200 ? structuredContent : answer;
  const plain = withoutId(http.body);
  expect(withoutIds([step(tool, withoutId(body))])).toEqual(withoutIds([step(tool, plain)]));
  expect(mcp.status === 200 ? isError : true).toBe(http.isError);
  expect(Object(body).requestId).toBe(http.isError ? mcp.headers.get("X-Request-Id") : undefined);
  cells += 1;
  return {
    httpStatus: http.status,
    mcpStatus: mcp.status,
    code: http.isError ? codeOf(http.body) : "ok",
    body: plain,
    challenge: mcp.status === 401 ? mcp.headers.get("WWW-Authenticate") : null,
  };
}

const step = (tool: string, body: unknown) => ({ tool, isError: false, body });

/** Ids inside stay; the one of the request is never the same. */
function withoutId(body: unknown): object {
  const { requestId: _id, ...rest } = Object(body);
  return rest;
}

function codeOf(body: unknown): string {
  return errorBodySchema.strict().parse(body).error.code;
}

function statusOf(code: string): number | undefined {
  return Object.entries(ERRORS).find(([name]) => name === code)?.[1].status;
}

/** A refusal of access: HTTP has the status of its code, MCP one only before a call begins. */
function expectRefused(cell: Cell, code: string, mcpStatus: 200 | 401): void {
  expect(cell).toMatchObject({ code, httpStatus: statusOf(code), mcpStatus });
}

describe("over HTTP and MCP alike", () => {
  // Once for all of them: a look at every table takes as long as all calls of a tool.
  let untouched: DatabaseImage;
  beforeAll(async () => {
    untouched = await imageOf(world.databaseUrl);
  });

  test.each(tools)("$name refuses a caller without the right", async ({ tool }) => {
    const args = argumentsOf(tool);
    const key = callerFor(tool, parties())?.key;
    for (const wrong of ["nonsense", `rk_live_${"0".repeat(36)}`, makeApiKey()]) {
      const cell = await ask(tool.name, args, wrong);
      expectRefused(cell, "invalid_key", 401);
      expect(cell.challenge).toBe('Bearer realm="placard", error="invalid_token"');
    }
    expectRefused(await ask(tool.name, args, revoked), "revoked_key", 401);
    if (tool.access !== "public") {
      const cell = await ask(tool.name, args);
      expectRefused(cell, "missing_key", 200);
      expect(cell.body).toMatchObject({ error: { nextTools: ["register"] } });
    }
    const stranger = strangerTo(tool, parties());
    if (stranger !== undefined) {
      const cell = await ask(tool.name, args, stranger.key);
      expectRefused(cell, "wrong_role", 200);
      expect(cell.body).toMatchObject({ error: { details: { requiredRole: tool.access[0] } } });
    }
    for (const [field, kind] of ABOUT_OTHERS.has(tool.name) ? [] : ownedFields(tool)) {
      await expectHidden({ tool: tool.name, args, field, theirs: others.ids[kind] ?? "", key });
    }
  });

  test.each(tools.filter(({ tool }) => tool.hints.readOnly))(
    "$name answers the same bytes twice",
    async ({ tool }) => {
      const key = callerFor(tool, parties())?.key;
      const read = () => world.call(tool.name, argumentsOf(tool), key);
      const [first, again] = [await read(), await read()];
      expect(first.isError, first.text).toBe(false);
      // Reports go up to the moment of the call.
      const withoutNow = ({ text }: { text: string }) => text.replaceAll(/"to":"[^"]+"/g, "");
      expect(withoutNow(again)).toBe(withoutNow(first));
    },
  );

  test("no refused call and no reading one changed anything", async () => {
    expect(await imageOf(world.databaseUrl)).toEqual(untouched);
  });

  test.each(endingLast)("$name lets in whoever may", async ({ tool }) => {
    await expectLetIn(tool, argumentsOf(tool), callerFor(tool, parties())?.key);
  });
});

/** What belongs to somebody else answers byte for byte like what does not exist. */
async function expectHidden(of: {
  tool: string;
  args: object;
  field: string;
  theirs: string;
  key: string | undefined;
}): Promise<void> {
  const { tool, args, field, theirs, key } = of;
  const nobodys = theirs.replace(/_01/, "_00");
  const hidden = await ask(tool, { ...args, [field]: theirs }, key);
  expectRefused(hidden, "not_found", 200);
  const unknown = await ask(tool, { ...args, [field]: nobodys }, key);
  const told = JSON.stringify(hidden.body).replaceAll(theirs, nobodys);
  expect(told).toBe(JSON.stringify(unknown.body));
}

const REFUSALS = new Set<string>([
  "missing_key",
  "invalid_key",
  "revoked_key",
  "wrong_role",
  "agent_suspended",
  "not_found",
]);

/** The owner gets as far as the tool itself, which may still find that it cannot be done now. */
async function expectLetIn(tool: Tool, args: object, key: string | undefined): Promise<void> {
  const idempotencyKey = `right-${tool.name}`;
  const repeatable = tool.takesIdempotencyKey ? { ...args, idempotencyKey } : args;
  // Its effect first, so that both transports see the same: what a repeat is answered.
  const first = await world.call(tool.name, repeatable, key);
  const again = tool.takesIdempotencyKey ? await ask(tool.name, repeatable, key) : undefined;
  const code = first.isError ? codeOf(first.body) : "ok";
  expect(REFUSALS.has(code), `${code} ${first.text}`).toBe(false);
  if (again !== undefined) return expect(again.code).toBe(code);
  expect((await ask(tool.name, args, key)).code).toBe(code);
}

describe("the other side of a booking, when its role allows the tool", () => {
  let seller: TestAgent;
  let buyer: TestAgent;
  let campaignId = "";
  beforeAll(async () => {
    seller = await registerAgent(world.call, "both");
    buyer = await registerAgent(world.call, "both");
    await fundAgent(world.call, buyer);
    const placement = await listTestPlacement(world.call, seller, "cpm");
    ({ campaignId } = await bookCampaign(world.call, buyer, placement));
  });

  const oneSided = tools.filter(
    ({ tool }) => !["any", "public"].includes(String(tool.access)) && isAboutCampaign(tool),
  );
  test.each(oneSided)("$name finds no such campaign", async ({ tool }) => {
    const { key } = tool.access.includes("publisher") ? buyer : seller;
    const args = argumentsOf(tool);
    await expectHidden({ tool: tool.name, args, field: "campaignId", theirs: campaignId, key });
  });
});

test("a campaign of others inside report_events is refused for itself alone", async () => {
  const { key } = own.publisher;
  const before = await imageOf(world.databaseUrl);
  const events = [{ type: "impression", campaignId: others.ids.cmp }];
  const { httpStatus, body } = await ask("report_events", { events }, key);
  expect(httpStatus).toBe(200);
  expect(body).toMatchObject({ items: [{ index: 0, error: { code: "not_found" } }] });
  expect(await imageOf(world.databaseUrl)).toEqual(before);
});

test("a filter by somebody else's placement finds nothing", async () => {
  const { body } = await ask("list_campaigns", { placementId: others.ids.plc }, own.publisher.key);
  expect(body).toEqual({ items: [], nextCursor: null });
});

test("a call that is taken does change the database, so the look at it can fail", async () => {
  const before = await imageOf(world.databaseUrl);
  await registerAgent(world.call, "both");
  expect(await imageOf(world.databaseUrl)).not.toEqual(before);
});
