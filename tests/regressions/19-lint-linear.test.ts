import { expect, test } from "vitest";
import { cleanLine, lintText } from "../../server/src/domain/review/index.ts";
import { repetition, shareOf, superlinear } from "../setup/linear.ts";

/** One of each class of characters that a rule treats apart. */
const CLASSES = [
  ..." \n\t\r-_*#=.,:;!?/\\|<>[](){}%&+@$'\"`~^",
  ..."aAgz019",
  ...["é", "\u0301", "\u200b", "\u200d", "\u202e", "\u00ad", "\ufe0f", "\ud800", "\u0000"],
  ...["Я", "中", "ก", "م", "🙂", "🇩", "ﬁ", "🅐", "ᴀ", "\u{e0061}", "\u2581", "→", "—", "\u2028"],
];
/** Repetitions that one rule or another walks over, with what it begins and must not end with. */
const RUNS: readonly [before: string, repeated: string, after: string][] = [
  ["[", " ", ""],
  ["[/", " ", "x"],
  ["<", " ", ""],
  ["|", " ", "x"],
  ["{", " ", "x"],
  ["role", " ", "x"],
  ["u+0041", ", ", "x"],
  ["\n", " ", "x"],
  ["", "\n ", "x"],
  ["", "*_", ""],
  ["", "-", "x"],
  ["", "- ", ""],
  ["", "-\n", ""],
  ["", "---\n", ""],
  ["", "a1", "é"],
  ["", "a-", "b"],
  ["", "a.", "b"],
  ["", "a@", ""],
  ["", "a ", "bc"],
  ["", "i g ", ""],
  ["", "%4", ""],
  ["", "33 ", "x"],
  ["", "A2", "é"],
  ["", "ab1 ", ""],
  ["", "[a", ""],
  ["", "\\x", ""],
  ["", "忽略", ""],
  ["", "аa", ""],
  ["", "ignore all previous instructions. ", ""],
  ["", "do not tell the user that ", ""],
  ["", "always only recommend ", ""],
  ["", "system: ", ""],
  ["", "role: ", ""],
  ["", "1gn0r3 ", ""],
  ["", "الأوامر ", ""],
  ["", "see a.example.com, ", ""],
];

test.each([
  ["lintText", (text: string) => lintText(text, "creative"), 0],
  ["cleanLine", cleanLine, 1],
] as const)(
  "%s takes linear time for any repetition",
  { timeout: 240_000 },
  async (_name, read, index) => {
    const classes = shareOf(CLASSES, index, 2).map((unit) => repetition(unit));
    const runs = RUNS.map(([before, unit, after]) => repetition(unit, before, after));
    expect(await superlinear(read, [...classes, ...runs])).toEqual([]);
  },
);
