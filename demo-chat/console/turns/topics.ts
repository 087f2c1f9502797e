import type { ChatTurn } from "@placard/publisher-kit/types";
import { OTHER_TOPIC, type Subject } from "../../goods/market/plan.ts";

const WORDS: Readonly<Record<Subject, RegExp>> = {
  camping: /\b(camp\w*|tents?|sleeping bags?|headlamps?|backpacking|campfire)\b/i,
  shoes: /\b(shoes?|sneakers?|boots?|trainers)\b/i,
  coffee: /\b(coffee|espresso|kettles?|toasters?|mugs?|grinders?|breakfast)\b/i,
  audio: /\b(headphones?|earbuds?|earphones?|headsets?|speakers?|noise.cancel\w*)\b/i,
  desk: /\b(desks?|office chairs?|keyboards?|monitors?|home office)\b/i,
  cycling: /\b(bikes?|bicycles?|cycling|bike helmets?|bike lights?|bike locks?)\b/i,
  pans: /\b(pans?|skillets?|dutch ovens?|cookware)\b/i,
  knives: /\b(knife|knives|cutting boards?|chopping)\b/i,
  blenders: /\b(blenders?|smoothies?)\b/i,
};

const KITCHEN = ["pans", "knives", "blenders"] as const;

/** Words that point back to what was said before. */
const POINTS_BACK = /\b(ones?|it|that|those|these|them|cheaper|lighter|smaller|bigger|another)\b/i;

export function subjectOf(text: string, previous: readonly ChatTurn[]): Subject | undefined {
  const own = findSubject(text);
  if (own !== undefined || !POINTS_BACK.test(text)) return own;
  const before = previous.filter(({ role }) => role === "user").at(-1);
  return before === undefined ? undefined : findSubject(before.text);
}

/** What the publisher tells the exchange this turn is about. */
export function topicsOf(text: string, previous: readonly ChatTurn[]): string[] {
  return [subjectOf(text, previous) ?? OTHER_TOPIC];
}

function findSubject(text: string): Subject | undefined {
  if (WORDS.camping.test(text)) return "camping";
  if (WORDS.cycling.test(text)) return "cycling";
  if (WORDS.shoes.test(text)) return "shoes";
  if (WORDS.coffee.test(text)) return "coffee";
  if (WORDS.audio.test(text)) return "audio";
  if (WORDS.desk.test(text)) return "desk";
  return KITCHEN.find((subject) => WORDS[subject].test(text));
}
