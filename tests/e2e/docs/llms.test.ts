import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RECIPES } from "../../../server/src/render/recipes.ts";
import { findTool } from "../../../server/src/tools/catalogue.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { addBrand } from "./brand.ts";
import { type CodeBlock, codeBlocks, follow, type Ran, valueAt } from "./shell.ts";

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await startExchange();
  await addBrand(exchange);
});
afterAll(() => exchange.close());

function answerOf(ran: readonly Ran[], tool: string): unknown {
  const found = ran.findLast((call) => call.tool === tool);
  if (found === undefined) throw new Error(`The document never calls ${tool}.`);
  return found.answer;
}

test("llms.txt alone leads from nothing to a campaign that delivered and settled", async () => {
  const response = await fetch(`${exchange.baseUrl}/llms.txt`);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  const all = codeBlocks(await response.text());
  const isCall = ({ language, code }: CodeBlock) =>
    language === "sh" && !code.startsWith("npm install");
  const blocks = all.filter(isCall);
  // The others are those of the kit's and the widget's pages, which their tests run.
  const others = all.filter((block) => !isCall(block)).map(({ code }) => code);
  const pages = ["publisher-kit/docs/fetch.md", "widget/docs/html.md"].map((path) =>
    readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8"),
  );
  expect(others).toEqual(pages.flatMap(codeBlocks).map(({ code }) => code));
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
