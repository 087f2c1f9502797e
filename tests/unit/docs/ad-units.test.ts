import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { AD_UNIT_TYPES, AD_UNITS } from "../../../server/src/contract/units.ts";

const contract = await readFile(
  new URL("../../../server/docs/contract.md", import.meta.url),
  "utf8",
);
const glossary = await readFile(
  new URL("../../../server/docs/glossary.md", import.meta.url),
  "utf8",
);

/** The cells of a document's table rows, by the ad units in their first cell. */
function rowsOf(head: string): Map<string, string[]> {
  const lines = contract.slice(contract.indexOf(head)).split("\n");
  const end = lines.findIndex((line) => !line.startsWith("|"));
  const cells = lines.slice(2, end).map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );
  return new Map(
    cells.flatMap(([units = "", ...rest]) =>
      units.split(", ").map((unit): [string, string[]] => [unit.replaceAll("`", ""), rest]),
    ),
  );
}

const written = (hours: number) => (hours > 72 ? `${hours / 24} days` : `${hours} hours`);

describe("the documents agree with AD_UNITS on", () => {
  test.each(AD_UNIT_TYPES)("floor, report and maturity of %s", (code) => {
    const { floorCredits, reportTool, conversionType, maturityHours } = AD_UNITS[code];
    const [, floor, report, pending] = rowsOf("| ad unit | sells |").get(code) ?? [];
    const type = conversionType === undefined ? "" : `, \`${conversionType}\``;
    expect({ floor, report, pending }).toEqual({
      floor: String(floorCredits),
      report: `\`${reportTool}\`${type}`,
      pending: written(maturityHours),
    });
  });

  test.each(AD_UNIT_TYPES)("for how long a session pays once for %s", (code) => {
    const { sessionMinutes } = AD_UNITS[code];
    const [rule = ""] = rowsOf("| unit | once per |").get(code) ?? [];
    const [, count, unit] = /also session and (\d+) (hours|minutes)/.exec(rule) ?? [];
    const minutes = count === undefined ? undefined : Number(count) * (unit === "hours" ? 60 : 1);
    expect(rule).not.toBe("");
    expect(minutes).toBe(sessionMinutes);
  });

  test("which units there are", () => {
    const [line = ""] = glossary.split("\n").filter((row) => row.includes("**ad unit type**"));
    const named = [...line.matchAll(/`(\w+)`/g)].map(([, code]) => code);
    expect(named.toSorted()).toEqual(AD_UNIT_TYPES.toSorted());
    expect([...rowsOf("| ad unit | sells |").keys()].toSorted()).toEqual(AD_UNIT_TYPES.toSorted());
  });
});
