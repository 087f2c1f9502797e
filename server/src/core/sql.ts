import type { SqlValue, Statement } from "./db.ts";

/**
 * A statement of a name, with its values: sql("agent.find", [id])`select ... where id = $1`. What
 * stands in `${}` becomes part of the text: a list of columns, never a value.
 */
export function sql(name: string, values: readonly SqlValue[] = []) {
  return (
    texts: TemplateStringsArray,
    ...parts: readonly (string | number | readonly number[])[]
  ): Statement => {
    const [only = ""] = texts;
    const text = texts.length === 1 ? only : String.raw({ raw: texts }, ...parts);
    return { name, text, values };
  };
}
