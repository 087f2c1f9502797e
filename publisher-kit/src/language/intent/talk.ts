import type { ChatTurn } from "../../types.ts";
import { type Evidence, weigh } from "./evidence.ts";

/** The rules' own threshold: at this sum an earlier turn counts as an ask. */
const ASK_TOTAL = 2.6;
const VETO_TOTAL = -2.5;
const ASSISTANT_TEXT_MAX = 400;
const LOOKED_BACK = 2;

/** What was said before the turn, as far as it bears on it. */
export type Talk = {
  /** How many user turns came before, up to two. */
  turns: 0 | 1 | 2;
  asked: boolean;
  askedLast: boolean;
  product: boolean;
  elsewhere: boolean;
  assistantAsks: boolean;
  assistantSells: boolean;
};

const SELLING = new RegExp(
  "[$€£] ?\\d|\\d ?(?:dollars|euros?|bucks)\\b|\\b(?:price|priced|brands?|models?|in stock" +
    "|available in|sizes?|colou?rs?|products?|options?|budget|style|here (?:are|is)" +
    "|(?:we|i) (?:have|found|carry)|recommend|would suggest|great choice|buy)\\b",
);

/** Weighs the reader's last two turns and looks at the assistant's last one. */
export function talkBefore(previous: readonly ChatTurn[]): Talk {
  const users: Evidence[] = [];
  let assistant: string | undefined;
  for (let index = previous.length - 1; index >= 0 && users.length < LOOKED_BACK; index -= 1) {
    const turn = previous[index];
    if (turn === undefined) continue;
    if (turn.role === "user") users.push(weigh(turn.text));
    else if (users.length === 0) assistant ??= turn.text.slice(0, ASSISTANT_TEXT_MAX).toLowerCase();
  }
  const [last] = users;
  return {
    turns: users.length === 0 ? 0 : users.length === 1 ? 1 : 2,
    asked: users.some(({ total }) => total >= ASK_TOTAL),
    askedLast: last !== undefined && last.total >= ASK_TOTAL,
    product: users.some(({ product }) => product === 2),
    elsewhere: users.some(({ vetoes }) => vetoes <= VETO_TOTAL),
    assistantAsks: assistant?.includes("?") ?? false,
    assistantSells: assistant !== undefined && SELLING.test(assistant),
  };
}
