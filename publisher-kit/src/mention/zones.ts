import type { MentionOffer } from "../types.ts";
import type { Phrase } from "./pieces.ts";
import { type Seen, seenBy } from "./seen.ts";
import type { Sentence } from "./text.ts";

/** An answer as one offer sees it, sentence by sentence. */
export type Look = {
  readonly phrases: readonly Phrase[];
  readonly seen: readonly (readonly Seen[])[];
  readonly zones: readonly string[];
};

export function lookAt(phrases: readonly Phrase[], offer: MentionOffer): Look {
  const seen = phrases.map(({ pieces }) => pieces.map((piece) => seenBy(piece, offer)));
  const sentences = phrases.map(({ line }) => line.sentence);
  return { phrases, seen, zones: zonesOf(sentences, seen) };
}

/**
 * Where each sentence stands to an offer: "s" names it, "n", "m" and "p" follow or precede such a
 * sentence in its paragraph, "h" introduces its list, "t" is the title above, "i" another item, "c"
 * what follows the list, "e" and "f" are elsewhere, before and after. "o": it names something else.
 */
function zonesOf(sentences: readonly Sentence[], seen: readonly (readonly Seen[])[]): string[] {
  const zones = new Map<number, string>();
  const claim = (at: number, zone: string): void => {
    if (at >= 0 && at < seen.length && !zones.has(at)) zones.set(at, zone);
  };
  const others = seen.map((pieces) =>
    pieces.some(({ symbol }) => symbol === "O" || symbol === "R"),
  );
  const own = [...seen.keys()].filter((at) => seen[at]?.some(({ symbol }) => symbol === "S"));
  for (const at of own) claim(at, "s");
  for (const at of own) {
    const near = (other: number): boolean => sentences[other]?.line === sentences[at]?.line;
    if (near(at + 1)) claim(at + 1, "n");
    if (near(at + 2) && !others[at + 1]) claim(at + 2, "m");
    if (near(at - 1)) claim(at - 1, "p");
  }
  for (const at of own) claimFrame(sentences, at, claim);
  const [first = 0] = own;
  return seen.map((_, at) => {
    const zone = zones.get(at) ?? (at < first ? "e" : "f");
    return zone !== "s" && others[at] ? `${zone}o` : zone;
  });
}

type Claim = (at: number, zone: string) => void;

/** What stands around the list or under the title in which the offer is named. */
function claimFrame(sentences: readonly Sentence[], at: number, claim: Claim): void {
  let above = at - 1;
  if (sentences[at]?.listItem) {
    let below = at + 1;
    for (; sentences[below]?.listItem; below += 1) claim(below, "i");
    claim(below, "c");
    for (; sentences[above]?.listItem; above -= 1) {
      claim(above, sentences[above - 1]?.listItem ? "i" : "h");
    }
    const intro = sentences[above]?.line;
    for (; above >= 0 && sentences[above]?.line === intro; above -= 1) claim(above, "h");
  }
  while (above >= 0 && !sentences[above]?.heading) above -= 1;
  claim(above, "t");
}
