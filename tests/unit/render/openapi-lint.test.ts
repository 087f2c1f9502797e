import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { SIDECAR_OPENAPI } from "../../../publisher-kit/src/generated/sidecar.ts";
import { renderOpenApi } from "../../../server/src/render/openapi.ts";

const LINTER = fileURLToPath(
  new URL("../../tools/node_modules/@redocly/cli/bin/cli.js", import.meta.url),
);
const folder = mkdtempSync(join(tmpdir(), "placard-openapi-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(text: string) {
  if (!existsSync(LINTER)) {
    throw new Error("The linter is missing: `node scripts/prepare.mjs test` installs it.");
  }
  const file = join(folder, "openapi.json");
  writeFileSync(file, text);
  const args = [LINTER, "lint", "--extends=recommended-strict", file];
  // Without a network, and saying nothing to anybody.
  const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const result = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env });
  return { status: result.status, said: `${result.stdout}${result.stderr}` };
}

test("the document passes Redocly's strict rules", () => {
  const { status, said } = lint(renderOpenApi("https://ads.example.org"));
  expect(status, said).toBe(0);
});

test("the sidecar's document passes them too", () => {
  const { status, said } = lint(JSON.stringify(SIDECAR_OPENAPI));
  expect(status, said).toBe(0);
});

test("the linter finds what is wrong", () => {
  const broken = renderOpenApi("https://ads.example.org").replaceAll(
    "#/components/schemas/ProductList",
    "#/components/schemas/Nothing",
  );
  expect(lint(broken)).toMatchObject({ status: 1, said: expect.stringContaining("resolve") });
});
