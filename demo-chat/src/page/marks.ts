import type { TurnLog } from "../wire.ts";

type Mention = TurnLog["mentions"][number];

/** A stretch of an answer; `mention` where it affirms an offer. */
export type Piece = { text: string; mention?: Mention };

/**
 * Cuts an answer into its paragraphs and each of these where a mention begins or ends. A mention
 * that does not lie inside the answer, or inside one before it, is left out.
 * **Units** places are UTF-16 units of the whole answer.
 */
export function piecesOf(answer: string, mentions: readonly Mention[]): Piece[][] {
  const inOrder = mentions.toSorted((one, other) => one.start - other.start);
  const paragraphs: Piece[][] = [];
  let at = 0;
  for (const paragraph of answer.split("\n\n")) {
    const end = at + paragraph.length;
    const inside = inOrder.filter((mention) => mention.start >= at && mention.end <= end);
    paragraphs.push(cut(answer, { from: at, to: end }, inside));
    at = end + 2;
  }
  return paragraphs;
}

function cut(
  answer: string,
  { from, to }: { from: number; to: number },
  mentions: readonly Mention[],
): Piece[] {
  const pieces: Piece[] = [];
  let at = from;
  for (const mention of mentions) {
    if (mention.start < at || mention.end <= mention.start) continue;
    if (mention.start > at) pieces.push({ text: answer.slice(at, mention.start) });
    pieces.push({ text: answer.slice(mention.start, mention.end), mention });
    at = mention.end;
  }
  if (at < to) pieces.push({ text: answer.slice(at, to) });
  return pieces;
}
