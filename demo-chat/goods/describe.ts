import { permute, type Random } from "./random.ts";
import type { Department, Model, ProductType } from "./types.ts";

type Parts = { department: Department; type: ProductType; model: Model; random: Random };

/** Writes two or three sentences: facts of the type, sometimes an opening, sometimes a closing. */
export function describe({ department, type, model, random }: Parts): string {
  const sentences: string[] = [];
  const length = 2 + random.int(2);
  if (random.next() < 0.4) sentences.push(opening(type, model, random));
  const key = random.int(1_000_000);
  const facts = type.facts.map((_, at) => type.facts[permute(at, type.facts.length, key)] ?? "");
  const isClosed = facts.length < length - sentences.length || random.next() < 0.4;
  const room = length - sentences.length - Number(isClosed);
  for (const fact of facts.slice(0, room)) sentences.push(fill(fact, model));
  if (isClosed) sentences.push(random.pick(department.closings));
  return sentences.join(" ");
}

function opening(type: ProductType, model: Model, random: Random): string {
  const noun = lowerWords(type.noun);
  const color = model.color === undefined ? "" : ` in ${model.color[0].toLowerCase()}`;
  return random.pick([
    `The ${model.line} by ${model.brand}: ${noun}${color}, made for every day.`,
    `From the ${model.line} range of ${model.brand}${color}.`,
    `${model.brand} made the ${model.line} simpler, and it is better for it.`,
    `A favourite of the ${model.line} range, now${color === "" ? " again" : color}.`,
  ]);
}

/** Lower case within a sentence, but for names and abbreviations such as USB and T-shirt. */
function lowerWords(noun: string): string {
  return noun
    .replaceAll(/[A-Za-z'-]+/g, (word) =>
      /^(?:[A-Z]{2}|[a-z]|Bluetooth|Dutch|Halloween|Christmas)/.test(word)
        ? word
        : word.toLowerCase(),
    )
    .replace("t-shirt", "T-shirt");
}

/** Chooses what belongs to the size. */
function fill(fact: string, { sizeAt }: Model): string {
  return fact.replaceAll(/\{([^}]+)\}/g, (_, choices: string) => choices.split("/")[sizeAt] ?? "");
}
