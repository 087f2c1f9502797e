import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { RECIPES } from "../../../server/src/render/recipes.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { addBrand } from "./brand.ts";

const TOOLS = fileURLToPath(new URL("../../tools/node_modules/", import.meta.url));
const REDOCLY = `${TOOLS}@redocly/cli/bin/cli.js`;
const folder = mkdtempSync(join(tmpdir(), "placard-documents-"));

let exchange: TestExchange;
beforeAll(async () => {
  exchange = await startExchange();
  await addBrand(exchange);
  await keep("openapi.json");
  await keep("recipes.arazzo.json");
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await exchange.close();
});

/** Keeps a document as the server sends it; the checkers read files. */
async function keep(name: string): Promise<void> {
  const response = await fetch(`${exchange.baseUrl}/${name}`);
  expect(response.status, name).toBe(200);
  writeFileSync(join(folder, name), await response.text());
}

/** Runs a checker without a network, saying nothing to anybody. */
async function run(program: string, ...args: string[]): Promise<{ code: number; said: string }> {
  if (!existsSync(program)) {
    throw new Error("The checkers are missing: `node scripts/prepare.mjs test` installs them.");
  }
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env });
  let said = "";
  const listen = (text: Buffer) => {
    said += text.toString();
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const code = await new Promise<number>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (ended) => resolve(ended ?? -1));
  });
  return { code, said };
}

const verdictSchema = z.object({ valid: z.boolean() });

test("a validator takes the OpenAPI document", async () => {
  const document: unknown = JSON.parse(
    await (await fetch(`${exchange.baseUrl}/openapi.json`)).text(),
  );
  const { Validator } = await import(`${TOOLS}@seriousme/openapi-schema-validator/index.js`);
  const verdict: unknown = await new Validator().validate(document);
  expect(verdictSchema.parse(verdict).valid, JSON.stringify(verdict).slice(0, 500)).toBe(true);
});

test("Redocly takes the recipes as an Arazzo document", async () => {
  const { code, said } = await run(REDOCLY, "lint", "recipes.arazzo.json");
  expect(code, said).toBe(0);
  expect(said).not.toMatch(/warning/i);
});

test("the recipes run step by step against this server", async () => {
  const { code, said } = await run(REDOCLY, "respect", "recipes.arazzo.json");
  expect(code, said).toBe(0);
  for (const { id, steps } of RECIPES) {
    steps.forEach((_step, index) => {
      expect(said).toMatch(new RegExp(`✓ \\S+ \\S+ - step ${id}-${index + 1}\\b`));
    });
  }
});

test("a recipe that does not come out as it says is noticed", async () => {
  const text = readFileSync(join(folder, "recipes.arazzo.json"), "utf8");
  writeFileSync(join(folder, "wrong.arazzo.json"), text.replace("== 'active'", "== 'archived'"));
  const { code, said } = await run(REDOCLY, "respect", "wrong.arazzo.json", "--workflow=sell");
  expect(code, said).toBe(1);
  expect(said).toMatch(/✗ .*sell-2/);
});
