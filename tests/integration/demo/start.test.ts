import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import {
  callTool,
  demoKeys,
  micros,
  type RunningDemo,
  readBooks,
  runDemo,
  type Unit,
} from "../../e2e/demo/running-demo.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { postmasterOf } from "../../setup/processes.ts";

/** Enough products for every subject of the demo, few enough to load at once. */
const FEW = { DEMO_PRODUCTS: "300" };
const STOP_MAX_MS = 5_000;
const TEST_MAX_MS = 90_000;
/** A report waits a second for others, then for its answer. */
const REPORTED = { timeout: 10_000 };

let dataDir: string;
let demo: RunningDemo;

beforeAll(async () => {
  dataDir = await makeTestFolder();
  await start();
});
afterAll(async () => {
  await demo?.stop();
  await removeTestFolder(dataDir);
});

/** Starts on the data of the tests before: a whole life of one data folder, in few starts. */
async function start(variables: Readonly<Record<string, string>> = {}): Promise<void> {
  demo = await runDemo(dataDir, { ...FEW, ...variables });
  await demo.ready();
  expect(demo.output()).toContain("Ready after");
}

const portOf = ({ url }: RunningDemo): string => new URL(url).port;
const booksOf = (unit: Unit) => readBooks(demo.url, dataDir, unit);
const spentBy = async (unit: Unit): Promise<bigint> => (await booksOf(unit)).spent;

function sendToChat(text: string): Promise<Response> {
  return fetch(`${demo.url}/demo/chat`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ text }),
  });
}

const lineSchema = z.object({ type: z.string(), text: z.string().optional() });

/** One question through the chat, answered to its end. */
async function askChat(text: string): Promise<string> {
  const response = await sendToChat(text);
  expect(response.status).toBe(200);
  const lines = (await response.text()).trim().split("\n");
  return lines.map((line) => lineSchema.parse(JSON.parse(line)).text ?? "").join("");
}

/** Until the brand is in the answer: without time for ads a turn has none, and none is paid. */
async function askForCoffee(): Promise<void> {
  const ask = () => askChat("Which coffee maker should I buy?");
  await expect.poll(ask, REPORTED).toContain("Copperspoon");
}

const searchSchema = z.object({
  status: z.string(),
  items: z.array(z.object({ image: z.object({ url: z.string() }), clickUrl: z.string() })),
});

async function findTents() {
  const response = await fetch(`${demo.url}/api/public/shopfeed-products?q=tent`);
  return searchSchema.parse(await response.json());
}

test("the brand catalogue holds the demo's brands", async () => {
  const response = await fetch(`${demo.url}/api/public/brands`);
  const { items } = z.object({ items: z.array(z.unknown()) }).parse(await response.json());
  expect(items.length).toBeGreaterThanOrEqual(8);
});

test("a second start on the same data folder says so in one line", async () => {
  const second = await runDemo(dataDir, FEW);
  expect((await second.ended()).exitCode).toBe(1);
  expect(second.errors()).toMatch(/^The data folder .+ is in use by process \d+: .+\n$/);
  expect((await fetch(`${demo.url}/readyz`)).status).toBe(200);
});

test("platform demand has a wallet that can book for the demo's brands", async () => {
  const key = (await demoKeys(dataDir))["platform wallet"] ?? "";
  const agent = { provider: "Test House", displayName: "A new chat", role: "publisher" };
  const registered = z.object({ apiKey: z.string() });
  const { apiKey } = registered.parse(await callTool(demo.url, key, "register", agent));
  const listed = {
    title: "A new sidebar",
    description: "Beside the answers of a new chat.",
    kind: "chat_sidebar",
    adUnitType: "cpc",
    rateCredits: 25,
  };
  const placed = z.object({ placementId: z.string() });
  const { placementId } = placed.parse(await callTool(demo.url, apiKey, "list_placement", listed));
  const brands = z.object({ items: z.array(z.object({ brandId: z.string() })).min(1) });
  const { items } = brands.parse(await callTool(demo.url, key, "search_affiliate_offers", {}));
  const creative = { creativeText: "A brand.", creativeUrl: "https://shop.example.com/" };
  const booked = { placementId, brandId: items[0]?.brandId, budgetCredits: 300, ...creative };
  expect(await callTool(demo.url, key, "buy_placement", booked)).toMatchObject({
    brandId: items[0]?.brandId,
    status: "active",
  });
});

const deliverySchema = z.object({ deliveryId: z.string() });

test("a budget that is used up is booked again from credits bought for it", async () => {
  const before = await booksOf("cpm");
  const { campaignId } = before.campaign;
  const key = (await demoKeys(dataDir)).publisher ?? "";
  const { deliveryId } = deliverySchema.parse(
    await callTool(demo.url, key, "deliver_ad", { campaignId, topics: ["camping"] }),
  );
  const report = { campaignId, deliveryId, count: 5_000 };
  expect(await callTool(demo.url, key, "report_impression", report)).toMatchObject({
    counted: 1_200,
    campaignStatus: "exhausted",
  });
  // Until it is booked again there is no live campaign, and reading the books fails.
  const liveId = () => booksOf("cpm").then(({ campaign }) => campaign.campaignId, String);
  await expect
    .poll(liveId, { timeout: 15_000 })
    .toMatch(new RegExp(`^cmp_(?!${campaignId.slice(4)})`));
  const after = await booksOf("cpm");
  expect(after.available).toBe(before.available + micros(1_000) - after.escrowed);
  expect(after.spent - before.spent).toBe(before.escrowed);
});

test("Ctrl-C stops at once, and the next start continues where it ended", {
  timeout: TEST_MAX_MS,
}, async () => {
  await askForCoffee();
  await expect.poll(() => spentBy("cpia"), REPORTED).toBe(3_000_000n);
  const books = await booksOf("cpia");
  const keys = await demoKeys(dataDir);
  expect((await stat(join(dataDir, "demo-keys.json"))).mode & 0o777).toBe(0o600);

  // An answer on its way and a connection that never asked anything must not hold the stop up.
  const idle = connect(Number(portOf(demo)), "127.0.0.1");
  idle.on("error", () => undefined);
  const answer = await sendToChat("Why is the sky blue?");
  expect(answer.status).toBe(200);
  // Under npm the signal arrives twice: from the terminal and from npm.
  process.kill(demo.pid, "SIGINT");
  const ended = await demo.stop();
  expect(ended.exitCode).toBe(0);
  expect(ended.tookMs).toBeLessThan(STOP_MAX_MS);
  // Read to its end here, so that this side never breaks the connection off.
  await answer.text().catch(() => undefined);
  expect(demo.errors()).toBe("");
  // Cut short, it would have left its PostgreSQL behind.
  expect(await postmasterOf(dataDir)).toBeNull();

  await start({ PORT: portOf(demo) });
  expect(demo.output()).not.toContain("Loading the catalogue");
  expect(demo.output()).not.toContain("Building widget");
  expect(await demoKeys(dataDir)).toEqual(keys);
  expect(await booksOf("cpia")).toEqual(books);
  expect((await findTents()).status).toBe("ok");
});

test("after kill -9 of everything the next start has the same data and balances", {
  timeout: TEST_MAX_MS,
}, async () => {
  const books = await booksOf("cpia");
  expect(books.spent).toBe(3_000_000n);
  const postmaster = (await postmasterOf(dataDir)) ?? 0;
  expect(postmaster).toBeGreaterThan(0);
  await demo.kill();
  process.kill(postmaster, "SIGKILL");

  await start({ PORT: portOf(demo) });
  expect(await booksOf("cpia")).toEqual(books);
  await askForCoffee();
  await expect.poll(() => spentBy("cpia"), REPORTED).toBe(6_000_000n);
});

test("a start on another address moves links, pictures and landing pages there", {
  timeout: TEST_MAX_MS,
}, async () => {
  const port = portOf(demo);
  const before = await booksOf("cpia");
  await demo.stop();
  // Nobody answers at this name from here, as behind a proxy in front of this machine.
  const publicUrl = "https://chat.example.com";
  await start({ PORT: port, PUBLIC_BASE_URL: publicUrl, DEMO_PUBLIC: "1" });
  demo = { ...demo, url: `http://127.0.0.1:${port}` };
  const { items } = await findTents();
  expect(items.length).toBeGreaterThan(0);
  for (const { image, clickUrl } of items) {
    expect(new URL(image.url).origin).toBe(publicUrl);
    expect(new URL(clickUrl).origin).toBe(publicUrl);
    expect((await fetch(demo.url + new URL(image.url).pathname)).status).toBe(200);
  }
  const after = await booksOf("cpia");
  expect(after.campaign.campaignId).not.toBe(before.campaign.campaignId);
  expect(new URL(after.campaign.creative.url).origin).toBe(publicUrl);
  await askForCoffee();
});

test("a port that is taken is named in one line", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const refused = await runDemo(dataDir, { PORT: String(port) });
  expect((await refused.ended()).exitCode).toBe(1);
  expect(refused.errors()).toBe(
    `Port ${port} of 127.0.0.1 is in use: stop what runs there, or choose another PORT.\n`,
  );
  server.close();
});

test.each([
  [{ PORT: "eighty" }, /^PORT: .+\n$/],
  [{ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" }, /^DATABASE_URL: .+\n$/],
  [{ HOST: "192.0.2.1" }, /^HOST: .+\n$/],
])("a wrong variable stops the start with one line that names it: %o", async (wrong, line) => {
  const refused = await runDemo(dataDir, wrong);
  expect((await refused.ended()).exitCode).toBe(1);
  expect(refused.errors()).toMatch(line);
});
