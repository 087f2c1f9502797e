import { readFileSync } from "node:fs";
import type { Answer } from "../../eval/mention/score.ts";
import { seeded } from "../../eval/search/noise.ts";

const FRAMES = new URL("./frames.txt", import.meta.url);

/** The bytes of the frames, for their checksum. */
export const frameBytes = (): Buffer => readFileSync(FRAMES);

/** Names to put into the frames: title and brand. Shared with no labelled answer. */
const OFFERS: readonly (readonly [string, string])[] = [
  ["Haverly Camping Lantern", "Haverly"],
  ["Brisk & Row Water Bottle", "Brisk & Row"],
  ["Tolvane T5 Desk Lamp", "Tolvane"],
  ["Osmere Wool Blanket", "Osmere"],
  ["Quendal Air Purifier", "Quendal"],
  ["Pellworth Bread Knife", "Pellworth"],
  ["Marrick 300 Juicer", "Marrick"],
  ["Dunsley Rain Jacket", "Dunsley"],
  ["Ravello Yoga Mat", "Ravello"],
  ["Corrigan Bike Lock", "Corrigan"],
  ["Wexmore Travel Pillow", "Wexmore"],
  ["Silvane Face Cream", "Silvane"],
  ["Eskdale 2 Sleeping Bag", "Eskdale"],
  ["Volmer Cordless Mower", "Volmer"],
];
const RIVALS = [
  "Tarvik",
  "Norell 300",
  "Bramwick",
  "Oakhurst Pro",
  "Kellan",
  "Ferris X2",
  "Lindgate",
];
const TYPES = { R: "recommendation", D: "decision" } as const;
/** How often a name is its brand alone: mostly once it was named, else now and then. */
const BRAND_FIRST = 0.4;
const BRAND_AGAIN = 0.7;
const SEED = 5;

/** Every frame as a labelled answer, the same on every machine. */
export function frameAnswers(): Answer[] {
  const random = seeded(SEED);
  const lines = frameBytes().toString("utf8").trim().split("\n");
  return lines.map((line, index) => answerOf(line, `frame${index + 1}`, random));
}

/** `RN text`: the labels of {a}, {b} and so on (N none), then the text with \n for a new line. */
function answerOf(line: string, id: string, random: () => number): Answer {
  const space = line.indexOf(" ");
  const labels = line.slice(0, space);
  const text = line.slice(space + 1).replaceAll("\\n", "\n");
  const offers = drawn(OFFERS, labels.length, random);
  const rivals = drawn(RIVALS, 2, random);
  const named = new Set<number>();
  const answer = text.replace(/\{([abcdxy])\}/g, (_, key: string) => {
    if (key === "x" || key === "y") return rivals[key === "x" ? 0 : 1] ?? "";
    const place = "abcd".indexOf(key);
    const [title = "", brand = ""] = offers[place] ?? [];
    const short = random() < (named.has(place) ? BRAND_AGAIN : BRAND_FIRST);
    named.add(place);
    return short ? brand : title;
  });
  return {
    id,
    kind: "frame",
    offers: offers
      .filter((_, at) => named.has(at))
      .map(([title, brand]) => ({ offerId: brand, title, brand })),
    answer,
    mentions: offers.flatMap(([, brand], at) => {
      if (!named.has(at)) return [];
      const label = labels.charAt(at);
      return label === "R" || label === "D" ? [{ offer: brand, type: TYPES[label] }] : [];
    }),
  };
}

function drawn<T>(from: readonly T[], count: number, random: () => number): T[] {
  const left = [...from];
  return Array.from({ length: count }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat();
}
