import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { RECIPES } from "../../../server/src/render/recipes.ts";
import { findTool } from "../../../server/src/tools/catalogue.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { addBrand } from "./brand.ts";
import { type CodeBlock, codeBlocks, runShell, valueAt } from "./shell.ts";

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await startExchange();
  await addBrand(exchange);
});
afterAll(() => exchange.close());

const KEEP = /^Keep `([A-Z_]+)` = `([^`]+)`\.$/gm;
const TOOL = /"tool": "(\w+)"/;

const keptSchema = z.union([z.string().min(1), z.number()]);

interface Ran {
  readonly tool: string;
  readonly answer: unknown;
}

/** Follows the document to the letter: runs a block, keeps what the lines below it say. */
async function follow(blocks: readonly CodeBlock[]): Promise<Ran[]> {
  const kept: Record<string, string> = {};
  const ran: Ran[] = [];
  for (const { code, after } of blocks) {
    const { code: exitCode, stdout, stderr } = await runShell(code, kept);
    expect(exitCode, `${code}\n${stderr}\n${stdout}`).toBe(0);
    const answer: unknown = JSON.parse(stdout);
    for (const [, name = "", path = ""] of after.matchAll(KEEP)) {
      kept[name] = String(keptSchema.parse(valueAt(answer, path)));
    }
    ran.push({ tool: TOOL.exec(code)?.[1] ?? "", answer });
  }
  return ran;
}

function answerOf(ran: readonly Ran[], tool: string): unknown {
  const found = ran.findLast((call) => call.tool === tool);
  if (found === undefined) throw new Error(`The document never calls ${tool}.`);
  return found.answer;
}

test("llms.txt alone leads from nothing to a campaign that delivered and settled", async () => {
  const response = await fetch(`${exchange.baseUrl}/llms.txt`);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const blocks = codeBlocks(await response.text());
  expect(blocks.map((block) => block.language)).toEqual(blocks.map(() => "sh"));
  expect(blocks).toHaveLength(RECIPES.flatMap((recipe) => recipe.steps).length);

  const ran = await follow(blocks);

  const checks = RECIPES.flatMap((recipe) => recipe.steps).map(({ check = {} }) => check);
  for (const [index, check] of checks.entries()) {
    for (const [path, value] of Object.entries(check)) {
      expect(valueAt(ran[index]?.answer, path), blocks[index]?.code).toBe(value);
    }
  }
  for (const { tool, answer } of ran) {
    if (tool !== "") expect(findTool(tool)?.output.safeParse(answer).error, tool).toBeUndefined();
  }
  expect(answerOf(ran, "create_campaign")).toMatchObject({ status: "active", budgetCredits: 1000 });
  expect(answerOf(ran, "deliver_ad")).toMatchObject({ filled: true });
  expect(answerOf(ran, "report_impression")).toMatchObject({
    billable: true,
    counted: 1800,
    chargedCredits: 900,
    earnedCredits: 720,
  });
  expect(answerOf(ran, "get_campaign")).toMatchObject({ spentCredits: 900, remainingCredits: 100 });
  expect(answerOf(ran, "confirm_delivery")).toMatchObject({ maturedCredits: 720 });
  expect(answerOf(ran, "whoami")).toMatchObject({
    balance: { earnedCredits: 720, pendingEarningsCredits: 0 },
  });
  expect(answerOf(ran, "request_cashout")).toMatchObject({ amountCredits: 500, amountUsd: 5 });
  expect(answerOf(ran, "wallet")).toMatchObject({
    balance: { availableCredits: 0, escrowedCredits: 100 },
  });
  expect(answerOf(ran, "search_shopfeed_products")).toMatchObject({ status: "empty", items: [] });
});

test("a step that fails is noticed, so that the test above can fail", async () => {
  const wrong = {
    language: "sh",
    code: `curl -sS --fail-with-body ${exchange.baseUrl}/api/agent -d '{}'\n`,
    after: "",
  };
  await expect(follow([wrong])).rejects.toThrow("unsupported_media_type");
});
