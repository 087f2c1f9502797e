import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bookedPair } from "../../setup/agents.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { codeBlocks, runShell, sectionOf } from "./shell.ts";

const README = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
const SCRATCH = new URL("../../.artifacts/readme/", import.meta.url);
const DEFAULT_BASE_URL = "http://127.0.0.1:8787";

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await startExchange();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await exchange.close();
});

test("the README alone leads from nothing to a campaign that delivered and settled", async () => {
  const blocks = codeBlocks(sectionOf(README, "A first campaign of your own"));
  expect(blocks.map((block) => block.language)).toEqual(blocks.map(() => "sh"));
  const script = blocks.map((block) => block.code).join("\n");
  expect(script).toContain(`BASE=${DEFAULT_BASE_URL}\n`);

  const told = await runShell(script.replace(DEFAULT_BASE_URL, exchange.baseUrl));

  expect(told.code, told.stderr + told.stdout).toBe(0);
  const [paid = "", report = "", matured, earned] = told.stdout.trim().split("\n");
  expect(JSON.parse(paid)).toMatchObject({ status: "paid", credits: 1000 });
  expect(JSON.parse(report)).toMatchObject({
    counted: 10,
    chargedCredits: 5,
    earnedCredits: 4,
    remainingCredits: 495,
  });
  expect([matured, earned]).toEqual(["4", "4"]);
});

test("a call that is refused ends the script of the README", async () => {
  const [functions] = codeBlocks(sectionOf(README, "A first campaign of your own"));
  const script = `${functions?.code}\nA=$(ask "" whoami '{}' | pick .agentId)\necho "still here"`;
  const told = await runShell(script.replace(DEFAULT_BASE_URL, exchange.baseUrl));
  expect(told.code).not.toBe(0);
  expect(told.stdout).not.toContain("still here");
});

test("the kit's example shows an offer that is booked", async () => {
  const { publisher, campaign } = await bookedPair(exchange.call, "cpm");
  const [block] = codeBlocks(sectionOf(README, "Offers in a chat app"));
  expect(block?.language).toBe("ts");
  vi.stubEnv("PLACARD_URL", exchange.baseUrl);
  vi.stubEnv("PLACARD_KEY", publisher.key);
  mkdirSync(SCRATCH, { recursive: true });
  const file = new URL("offers.ts", SCRATCH);
  writeFileSync(file, block?.code ?? "");
  const { offersFor } = await import(file.href);
  // The list of bookings and the offer are asked for within one deadline, which a busy machine may
  // miss the first time; the list is known the second time.
  const ask = () => offersFor("I'm looking for a cast-iron pan under $60");
  await vi.waitUntil(async () => (await ask()).length > 0, { timeout: 10_000, interval: 100 });
  // The card says the first sentence of the creative as its title, and the rest as its text.
  const [title = "", text = ""] = campaign.creative.text.split(/(?<=[.]) /);
  expect(await ask()).toEqual([
    expect.objectContaining({
      kind: "campaign",
      title: title.replace(/[.]$/, ""),
      text,
      clickUrl: expect.stringMatching(new RegExp(`^${exchange.baseUrl}/r/`)),
    }),
  ]);
  expect(await offersFor("What is the capital of France?")).toEqual([]);
});
