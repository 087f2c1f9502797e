import { formulateQuery } from "@placard/publisher-kit/query";
import type { ChatTurn } from "@placard/publisher-kit/types";
import { typeOfQuery } from "@placard/vocabulary";
import { sharedVocabulary } from "@placard/vocabulary/files";
import { OTHER_TOPIC, SUBJECTS, type Subject } from "../../goods/market/plan.ts";

/** Types of the vocabulary, whose kinds belong to the subject as well. */
const TYPES: Readonly<Record<Subject, readonly string[]>> = {
  camping: ["outdoor-gear"],
  shoes: ["footwear"],
  coffee: ["coffee-maker", "coffee", "coffee-grinder", "kettle", "toaster", "mug"],
  audio: ["headphones", "speaker"],
  desk: ["desk", "office-chair", "keyboard", "monitor"],
  cycling: ["bicycle", "bike-helmet", "bike-accessory"],
  pans: ["frying-pan", "dutch-oven", "cookware-set"],
  knives: ["kitchen-knife", "cutting-board"],
  blenders: ["blender"],
};

/** The subject of what a turn asks for, as the kit understands it; undefined without one. */
export function subjectOf(text: string, previous: readonly ChatTurn[]): Subject | undefined {
  const vocabulary = sharedVocabulary();
  const { type } = typeOfQuery(vocabulary, formulateQuery(text, previous).q);
  if (type === null) return undefined;
  return SUBJECTS.find((subject) => TYPES[subject].some((one) => vocabulary.isKindOf(type, one)));
}

/** The topics of this turn that the publisher sends to the exchange. */
export function topicsOf(text: string, previous: readonly ChatTurn[]): string[] {
  return [subjectOf(text, previous) ?? OTHER_TOPIC];
}
