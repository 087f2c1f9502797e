import { permute, type Random } from "./random.ts";
import type { Department, Model, ProductType } from "./types.ts";

type Parts = { department: Department; type: ProductType; model: Model; random: Random };

/** Writes one to three sentences: facts of the type, sometimes an opening, sometimes a closing. */
export function describe({ department, type, model, random }: Parts): string {
  const sentences: string[] = [];
  const length = 1 + random.int(3);
  if (length > 1 && random.next() < 0.4) sentences.push(opening(type, model, random));
  const key = random.int(1_000_000);
  for (let at = 0; sentences.length < length && at < type.facts.length; at += 1) {
    const fact = type.facts[permute(at, type.facts.length, key)];
    const isLast = at > 0 && sentences.length === length - 1;
    if (isLast && random.next() < 0.5) sentences.push(random.pick(department.closings));
    else if (fact !== undefined) sentences.push(fill(fact, model));
  }
  return sentences.join(" ");
}

function opening(type: ProductType, model: Model, random: Random): string {
  const noun = lowerWords(type.noun);
  const color = model.color[0].toLowerCase();
  return random.pick([
    `The ${model.line} by ${model.brand}: ${noun} in ${color}, made for every day.`,
    `From the ${model.line} range of ${model.brand}, in ${color}.`,
    `${model.brand} made the ${model.line} simpler, and it is better for it.`,
    `A favourite of the ${model.line} range, now in ${color}.`,
  ]);
}

/** Lower case within a sentence, but for names and abbreviations such as USB and T-shirt. */
function lowerWords(noun: string): string {
  return noun
    .replaceAll(/[A-Za-z'-]+/g, (word) =>
      /^(?:[A-Z]{2}|Bluetooth|Dutch|Merino)/.test(word) ? word : word.toLowerCase(),
    )
    .replace("t-shirt", "T-shirt");
}

function fill(sentence: string, model: Model): string {
  const variant = model.variant[0];
  const filled = sentence
    .replaceAll("{variant}", variant)
    .replaceAll("{color}", model.color[0].toLowerCase());
  return filled.charAt(0).toUpperCase() + filled.slice(1);
}
