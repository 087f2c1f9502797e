import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ERRORS, errorBodySchema } from "../../../server/src/contract/errors.ts";
import { uuidFromId } from "../../../server/src/contract/ids.ts";
import { makeApiKey } from "../../../server/src/domain/identity/api-key.ts";
import { sweepAll } from "../../../server/src/domain/ledger/index.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";
import { schemasOf } from "../../../server/src/tools/schemas.ts";
import { CLIENTS, createMcpCaller } from "../../mcp/clients.ts";
import { registerAgent, type TestAgent } from "../../setup/agents.ts";
import { type HttpAnswer, startExchange } from "../../setup/exchange.ts";
import { unbounded, wrongCases } from "./wrong-input/cases.ts";
import { type DatabaseImage, imageOf } from "./wrong-input/image.ts";
import {
  callerFor,
  makeParties,
  type Parties,
  PRODUCT,
  validArguments,
} from "./wrong-input/parties.ts";

let world: Awaited<ReturnType<typeof startExchange>>;
let parties: Parties;
let clients: ReturnType<typeof createMcpCaller>[];
let suspended: TestAgent;
beforeAll(async () => {
  world = await startExchange();
  await world.loadProducts("shop", [PRODUCT]);
  parties = await makeParties(world.call);
  const deps = { ids: world.exchange.services.ids, now: new Date() };
  await sweepAll(world.exchange.db, null, deps);
  clients = CLIENTS.map((kind) => createMcpCaller(kind, `${world.baseUrl}/mcp`));
  // One for all tools: a new key means three new clients, which all list the tools first.
  suspended = await registerAgent(world.call, "both");
  const id = uuidFromId(suspended.agentId);
  await sql("update agent set status = 'suspended' where id = $1", [id]);
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await world.close();
});

const tools = CATALOGUE.map((tool) => ({ name: tool.name, tool }));

const MCP_CASE_EVERY = 4;

/** Runs calls that must be refused and fails when any table holds anything else afterwards. */
async function changingNothing(run: () => Promise<void>): Promise<void> {
  const before = await imageOf(world.databaseUrl);
  await run();
  expect(await imageOf(world.databaseUrl)).toEqual(before);
}

/** Over HTTP and over MCP clients: the same code, with the status that belongs to it. */
async function refuse(tool: string, args: object, key?: string, through = clients) {
  const answer = await world.call(tool, args, key);
  const error = errorOf(answer);
  expect(answer.status).toBe(statusOf(error.code));
  for (const client of through) {
    const overMcp = await client.call(tool, args, key);
    expect(overMcp.isError).toBe(true);
    expect(errorBodySchema.parse(overMcp.body).error).toEqual(error);
  }
  return { ...error, answer };
}

function errorOf(answer: HttpAnswer) {
  const { error, requestId } = errorBodySchema.strict().parse(answer.body);
  expect(requestId).toBe(answer.headers.get("X-Request-Id"));
  expect(answer.headers.get("Cache-Control")).toBe("no-store");
  return error;
}

function statusOf(code: string): number | undefined {
  return Object.entries(ERRORS).find(([name]) => name === code)?.[1].status;
}

describe("whatever the tool", () => {
  // Once for all of them: a look at every table takes as long as all calls of a tool.
  let before: DatabaseImage;
  beforeAll(async () => {
    before = await imageOf(world.databaseUrl);
  });

  test.each(tools)("$name points to every wrong argument", async ({ tool }) => {
    // A wrong event of a batch is an error of its own, not of the call.
    const cases = wrongCases(schemasOf(tool).input, validArguments(tool, parties)).filter(
      ({ pointer }) => !pointer.startsWith("/arguments/events/0"),
    );
    expect(cases.length).toBeGreaterThan(0);
    expect(() => tool.prepare(validArguments(tool, parties))).not.toThrow();
    for (const [index, { name, args, pointer }] of cases.entries()) {
      // Every client has some cases; that both transports refuse alike is proven in tests/mcp.
      const through = clients.filter((_, place) => index === place * MCP_CASE_EVERY);
      const error = await refuse(tool.name, args, callerFor(tool, parties)?.key, through);
      expect({ name, code: error.code }).toEqual({ name, code: "invalid_arguments" });
      const pointers = (error.issues ?? []).map((issue) => issue.pointer);
      const isPointedTo = pointers.some((one) => `${one}/`.startsWith(`${pointer}/`));
      expect(isPointedTo, `${name}: ${pointers.join(", ")}`).toBe(true);
      expect(error.field).toBe(pointers[0]);
    }
  });

  test.each(tools)("$name has an upper bound on every text and list", ({ tool }) => {
    expect(unbounded(schemasOf(tool).input)).toEqual([]);
  });

  const acting = tools.filter(
    ({ tool: { access, hints, worksSuspended } }) =>
      access !== "public" && !hints.readOnly && worksSuspended !== true,
  );
  test.each(acting)("$name is closed to a suspended agent", async ({ tool }) => {
    const error = await refuse(tool.name, validArguments(tool, parties), suspended.key);
    expect(error.code).toBe("agent_suspended");
  });

  test("no refused call changed anything", async () => {
    expect(await imageOf(world.databaseUrl)).toEqual(before);
  });
});

test.each([
  ["report_experience", "journeyStep"],
  ["report_bug", "description"],
  ["register", "provider"],
  ["create_campaign", "creativeText"],
  ["request_refund", "reason"],
  ["send_message", "body"],
  ["report_conversion", "orderId"],
  ["ask_help", "question"],
])("%s takes no blank %s", async (name, field) => {
  const tool = CATALOGUE.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const args = { ...validArguments(tool, parties), [field]: " \n " };
  await changingNothing(async () => {
    const error = await refuse(name, args, callerFor(tool, parties)?.key);
    expect(error).toMatchObject({ code: "invalid_arguments", field: `/arguments/${field}` });
  });
});

test("a call that is taken does change the database, so the look at it can fail", async () => {
  const registering = changingNothing(async () => {
    await registerAgent(world.call, "both");
  });
  await expect(registering).rejects.toThrow();
});

test("a refused call does not use up its idempotency key", async () => {
  const { key } = parties.own.advertiser;
  const wrong = { packId: "huge", idempotencyKey: "once" };
  await changingNothing(async () => {
    expect((await refuse("buy_credits", wrong, key)).code).toBe("invalid_arguments");
  });
  const right = await world.call("buy_credits", { ...wrong, packId: "starter" }, key);
  expect(right.status).toBe(200);
  expect(right.headers.get("Idempotent-Replayed")).toBeNull();
});

test("an MCP client with a wrong key cannot even connect", async () => {
  for (const kind of CLIENTS) {
    const connecting = kind.connect(`${world.baseUrl}/mcp`, makeApiKey());
    await expect(connecting, kind.name).rejects.toThrow();
  }
});

async function sql(text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  await client.query(text, values);
  await client.end();
}
