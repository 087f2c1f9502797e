import { escapeMarkup } from "../goods/drawings/svg.ts";

/** Markup that is already safe to send. Only `html` makes it. */
export type Html = { readonly markup: string };

type Part = Html | string | number | undefined | readonly Html[];

/**
 * Joins a template into markup and escapes every value in it. Values that are markup themselves
 * stay as they are, and `undefined` is nothing, so an optional part can be written in place.
 *
 * Attributes must be quoted in the template: the escape covers quotes, not spaces.
 */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  let markup = strings[0] ?? "";
  for (const [at, value] of values.entries()) markup += partOf(value) + (strings[at + 1] ?? "");
  return { markup };
}

function partOf(value: Part): string {
  if (value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escapeMarkup(String(value));
  if ("markup" in value) return value.markup;
  return value.map((each) => each.markup).join("");
}
