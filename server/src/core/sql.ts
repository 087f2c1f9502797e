import type { Queryable, SqlValue, Statement } from "./db.ts";

/** What stands in `${}` becomes part of the text: a list of columns, never a value. */
export type Tag<Result> = (
  texts: TemplateStringsArray,
  ...parts: readonly (string | number | readonly number[])[]
) => Result;

/** A statement of a name, with its values: sql("agent.find", [id])`select ... where id = $1`. */
export function sql(name: string, values: readonly SqlValue[] = []): Tag<Statement> {
  return (texts, ...parts) => {
    const [only = ""] = texts;
    const text = texts.length === 1 ? only : String.raw({ raw: texts }, ...parts);
    return { name, text, values };
  };
}

/** Runs a statement: query<Row>(db, "agent.find", [id])`select ... where id = $1`. */
export function query<Row extends object>(
  db: Queryable,
  name: string,
  values?: readonly SqlValue[],
): Tag<Promise<Row[]>> {
  return (...text) => db.query<Row>(sql(name, values)(...text));
}

/** Runs a statement and says whether it answers with a row, such as the one that it changed. */
export function finds(
  db: Queryable,
  name: string,
  values?: readonly SqlValue[],
): Tag<Promise<boolean>> {
  return async (...text) => (await query(db, name, values)(...text)).length > 0;
}
