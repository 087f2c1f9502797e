/** All of it in `npm run prove -- linear`. */
const isWhole = process.env.LINEAR === "whole";
const WHOLE_LENGTH = isWhole ? 100_000 : 50_000;
const PART_LENGTH = WHOLE_LENGTH / 4;
/** Four times the text: 4 when the time is linear, 16 when it is quadratic. */
const RATIO_MAX = 8;
/** Shorter times are noise; quadratic ones of 50 KB take a second. **Units** ms. */
const FLOOR_MS = 50;
/** The best of so many runs: the garbage collector only ever makes a run slower. */
const ROUNDS = 3;

/** Makes a text of about that many characters. */
export type TextOf = (length: number) => string;

/** A class of characters or a beginning, over and over, between what starts and what ends it. */
export function repetition(unit: string, before = "", after = ""): TextOf {
  return (length) => before + unit.repeat(Math.ceil(length / unit.length)) + after;
}

/**
 * Of many units, one in `share` for a reader, others for the next reader, so that all of them are
 * tried; and all of them for each reader in `npm run prove -- linear`.
 */
export function shareOf<T>(units: readonly T[], index: number, share: number): readonly T[] {
  if (isWhole) return units;
  return units.filter((_, at) => at % share === index % share);
}

/** The texts for which the time grows faster than their length. */
export async function superlinear(
  read: (text: string) => unknown,
  texts: Iterable<TextOf>,
): Promise<string[]> {
  const found: string[] = [];
  for (const textOf of texts) {
    const [part, whole] = [textOf(PART_LENGTH), textOf(WHOLE_LENGTH)];
    let [partMs, wholeMs] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    const isLinear = () => wholeMs < FLOOR_MS || wholeMs < RATIO_MAX * partMs;
    for (let round = 0; round === 0 || (round < ROUNDS && !isLinear()); round += 1) {
      wholeMs = Math.min(wholeMs, await cpuMs(read, whole));
      if (wholeMs >= FLOOR_MS) partMs = Math.min(partMs, await cpuMs(read, part));
    }
    if (!isLinear()) found.push(`${JSON.stringify(whole.slice(0, 30))}: ${partMs}, ${wholeMs} ms`);
  }
  return found;
}

/** **Units** ms of processor time: neighbours on the machine do not count. */
async function cpuMs(read: (text: string) => unknown, text: string): Promise<number> {
  const before = process.cpuUsage();
  await read(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
