import { mkdir, readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { linesOfFiles } from "@placard/vocabulary/files";
import { VARIABLES } from "../core/env.ts";
import { renderAdcpRequests } from "./adcp-requests.ts";
import { renderArazzo } from "./arazzo.ts";
import { renderEnvExample, renderEnvironment } from "./env-example.ts";
import { renderKitCitation } from "./kit-citation.ts";
import { renderKitLexicon } from "./kit-lexicon.ts";
import { renderKitSidecar, renderKitWire } from "./kit-sidecar.ts";
import { renderKitReportedUnits, renderKitTypes, renderKitUnits } from "./kit-types.ts";
import { renderLlms, renderLlmsFull } from "./llms-full.ts";
import { createMcpSurfaces } from "./mcp-schema.ts";
import { renderOpenApi } from "./openapi.ts";
import { renderSqlConstants } from "./sql-constants.ts";

/**
 * `npm run gen`: writes the documents that are kept in the repository, so that a change of a schema
 * shows in its diff. With `--check` nothing is written: the exit code is 1 when a file is stale.
 * `--into FOLDER` takes another folder than the repository.
 */
const { values: options } = parseArgs({
  options: { check: { type: "boolean" }, into: { type: "string" } },
});
const BASE_URL = "http://127.0.0.1:8787";
const ROOT =
  options.into === undefined
    ? new URL("../../../", import.meta.url)
    : pathToFileURL(`${options.into}/`);

const ADCP_REQUESTS = "server/src/dialects/adcp/generated/requests.json";
const LINE_CHARACTERS = 100;

const mcpTools = createMcpSurfaces(BASE_URL).find(({ path }) => path === "")?.toolList ?? {};
const adcpRequests = renderAdcpRequests();
const files: Readonly<Record<string, string>> = {
  ...(adcpRequests && { [ADCP_REQUESTS]: forDiffs(adcpRequests) }),
  ".env.example": renderEnvExample(VARIABLES),
  "server/docs/environment.md": renderEnvironment(VARIABLES),
  "server/generated/openapi.json": forDiffs(renderOpenApi(BASE_URL)),
  "publisher-kit/src/generated/citation.ts": renderKitCitation(),
  "publisher-kit/src/generated/lexicon.ts": renderKitLexicon(linesOfFiles()),
  "publisher-kit/src/generated/contract.ts": renderKitTypes(),
  "publisher-kit/src/generated/ad-units.ts": renderKitUnits(),
  "publisher-kit/src/generated/reported-units.ts": renderKitReportedUnits(),
  "publisher-kit/src/generated/sidecar.ts": renderKitSidecar(),
  "publisher-kit/src/generated/wire.ts": renderKitWire(),
  "server/generated/recipes.arazzo.json": forDiffs(renderArazzo()),
  "server/generated/llms.txt": renderLlms(BASE_URL),
  "server/generated/llms-full.txt": renderLlmsFull(BASE_URL),
  "server/generated/mcp-tools.json": forDiffs(JSON.stringify(mcpTools)),
  ...renderSqlConstants(),
};

/** Breaks lines only around values that are longer than a line, and never indents. */
function linesOf(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length <= LINE_CHARACTERS || typeof value !== "object" || value === null) return text;
  const members = Object.entries(value).map(([key, member]) =>
    Array.isArray(value) ? linesOf(member) : `${JSON.stringify(key)}:${linesOf(member)}`,
  );
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${members.join(",\n")}\n${close}`;
}

function forDiffs(json: string): string {
  return `${linesOf(JSON.parse(json))}\n`;
}

const stale: string[] = [];
for (const [path, text] of Object.entries(files)) {
  const known = await readFile(new URL(path, ROOT), "utf8").catch(() => null);
  if (known !== text) stale.push(path);
}
if (options.check === true) {
  for (const path of stale) process.stderr.write(`${path} is stale: run \`npm run gen\`.\n`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const path of stale) {
    await mkdir(new URL(".", new URL(path, ROOT)), { recursive: true });
    await writeFile(new URL(path, ROOT), files[path] ?? "");
    process.stdout.write(`wrote ${path}\n`);
  }
}
