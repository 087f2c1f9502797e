import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DECISIONS, EVENT_REASONS } from "../../../server/src/contract/reasons.ts";

test("contract.md lists who decides which reason, in the order of decision", () => {
  const text = readFileSync("server/docs/contract.md", "utf8");
  const rows = DECISIONS.map(({ by, reason }) => `\\| ${by} \\| \`${reason}\` \\| \\S.*\\S \\|\n`);
  expect(text).toMatch(new RegExp(`\\|---\\|---\\|---\\|\n${rows.join("")}\n`));
});

test("somebody decides every reason", () => {
  const decided = new Set<string>(DECISIONS.map(({ reason }) => reason));
  expect(EVENT_REASONS.filter((reason) => !decided.has(reason))).toEqual([]);
});
