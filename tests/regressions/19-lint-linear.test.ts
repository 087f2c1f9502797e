import { expect, test } from "vitest";
import { cleanLine, lintText } from "../../server/src/domain/review/index.ts";

const LENGTH = 50_000;
/** Twice the text: 2 when the time is linear, 4 when it is quadratic. */
const RATIO_MAX = 3;
/** Shorter times are noise. **Units** ms of processor time. */
const FLOOR_MS = 20;
const ROUNDS = 8;

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
const SEEDS = [...CLASSES.map((one) => ["", one, ""] as const), ...RUNS];

/** **Units** ms of processor time: neighbours on the machine do not count. */
function cpuMs(read: () => void): number {
  const before = process.cpuUsage();
  read();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

test.each([
  ["lintText", (text: string) => lintText(text, "creative")],
  ["cleanLine", cleanLine],
])(
  "%s reads 100 KB of any repetition in about twice the time of 50 KB",
  { timeout: 240_000 },
  (_name, read) => {
    const grown = SEEDS.filter(([before, repeated, after]) => {
      const textOf = (length: number) =>
        before + repeated.repeat(Math.ceil(length / repeated.length)) + after;
      const [half, whole] = [textOf(LENGTH), textOf(2 * LENGTH)];
      let [halfMs, wholeMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let round = 0; round < ROUNDS; round += 1) {
        halfMs = Math.min(
          halfMs,
          cpuMs(() => read(half)),
        );
        wholeMs = Math.min(
          wholeMs,
          cpuMs(() => read(whole)),
        );
        if (wholeMs < FLOOR_MS || wholeMs < RATIO_MAX * halfMs) return false;
      }
      return true;
    });
    expect(grown).toEqual([]);
  },
);
