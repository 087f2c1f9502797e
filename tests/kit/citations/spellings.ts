import type { CitationKind } from "@placard/publisher-kit/citations";
import type { Random } from "./random.ts";

/** The ways to write a mark that a reader accepts. */
export const SPELLINGS: Readonly<Record<string, (kind: CitationKind, tag: string) => string>> = {
  plain: (kind, tag) => `[[${kind}:${tag}]]`,
  escaped: (kind, tag) => `\\[\\[${kind}:${tag}\\]\\]`,
  spaced: (kind, tag) => `[[ ${kind} : ${tag} ]]`,
  "upper-case": (kind, tag) => `[[${kind}:${tag}]]`.toUpperCase(),
  "full-width": (kind, tag) => `［［${kind}：${tag}］］`,
  bold: (kind, tag) => `**[[${kind}:${tag}]]**`,
  "back-ticked": (kind, tag) => `\`[[${kind}:${tag}]]\``,
  linked: (kind, tag) => `[[${kind}:${tag}]](https://shop.example/${kind})`,
};

/** Without the spellings that change the Markdown around the mark. */
export const BARE_SPELLINGS = ["plain", "escaped", "spaced", "upper-case", "full-width"] as const;

export const KINDS: readonly CitationKind[] = ["ad", "rec", "pick"];

export function spell(spelling: string, kind: CitationKind, tag: string): string {
  const write = SPELLINGS[spelling];
  if (!write) throw new Error(`No spelling is called ${spelling}.`);
  return write(kind, tag);
}

export function anySpelling(random: Random): string {
  return random.oneOf(Object.keys(SPELLINGS));
}

/** Marks that cite nothing: what stands in them may not be shown. */
export function strayMark(random: Random, tag: string): string {
  return random.oneOf([
    "[[rec:foreign-9zz9]]",
    "[[pick:velmora-0000]]",
    "［［ad：foreign-9zz9］］",
    "\\[\\[rec:foreign-9zz9\\]\\]",
    `[[best:${tag}]]`,
    `[[ recommend : ${tag} ]]`,
    `[[rec:${tag}x]]`,
    "[[rec:]]",
    "[[pick: ]]",
  ]);
}

/** Text that begins as a mark and goes wrong: a reader may remove more or less of it. */
export function raggedMark(random: Random, tag: string): string {
  return random.oneOf([
    `[[rec:${tag}`,
    `[[rec:${tag}]`,
    `[rec:${tag}]`,
    `[[rec:[[pick:${tag}]]]]`,
    `[[[rec:${tag}]]]`,
    `[[rec:${tag}]]]`,
    `[[re[[ad:foreign-9zz9]]c:${tag}]]`,
    `[[rec:${tag}]](`,
    `[[rec:${tag}]](https://shop.example/a b`,
    `\\[[rec:${tag}\\]]`,
    `[[rec\n:${tag}]]`,
    `[[rec:\n${tag}]]`,
    `![[rec:${tag}]]`,
    `\\\\[[rec:${tag}]]`,
    `[[rec:${"a".repeat(200)}`,
    "[[",
    "[[ad",
    "［",
    "[[[[[[[[",
    "\\",
    "\\[",
    "\\[\\",
    "]]",
    "[[rec:",
  ]);
}
