import { type IdPrefix, idFromUuid } from "../contract/ids.ts";
import { type Micros, micros } from "../contract/money.ts";
import { invariant } from "./invariant.ts";

type Reader<T> = (value: unknown) => T;
type Readers = Readonly<Record<string, Reader<unknown>>>;

/** A row as PostgreSQL's driver returns it. */
export type Row = Readonly<Record<string, unknown>>;

/** The type of the records that a mapping reads. */
export type RecordOf<Mapping extends { read(row: Row): unknown }> = ReturnType<Mapping["read"]>;

/** How the value of a column becomes the value of a field. */
export const column = {
  text: (value: unknown) => String(value),
  number: (value: unknown) => Number(value),
  bigint: (value: unknown) => BigInt(String(value)),
  micros: (value: unknown): Micros => micros(String(value)),
  boolean: (value: unknown) => value === true,
  date(value: unknown): Date {
    invariant(value instanceof Date, `${String(value)} is no date`);
    return value;
  },
  id: (prefix: IdPrefix) => (value: unknown) => idFromUuid(prefix, String(value)),
  list:
    <T>(read: Reader<T>) =>
    (value: unknown): readonly T[] =>
      Array.isArray(value) ? value.map(read) : [],
  oneOf:
    <const T extends string>(values: readonly T[]) =>
    (value: unknown): T => {
      const found = values.find((one) => one === value);
      invariant(found !== undefined, `${String(value)} is none of ${values.join(", ")}`);
      return found;
    },
  nullable:
    <T>(read: Reader<T>) =>
    (value: unknown): T | null =>
      value === null ? null : read(value),
  optional:
    <T>(read: Reader<T>) =>
    (value: unknown): T | undefined =>
      value === null ? undefined : read(value),
};

/**
 * Maps rows to records: the type, the list of columns and the reading of a row from one definition.
 *
 * **Shape** a field's column is its name in snake_case, unless `names` has another.
 */
export function defineRecord<const Fields extends Readers>(
  fields: Fields,
  names: { readonly [Name in keyof Fields]?: string } = {},
) {
  const columns = Object.entries(fields).map(([name, read]) => ({
    name,
    read,
    column: names[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  }));
  return {
    /** The columns for a `select`, behind the alias of their table if it has one. */
    columns: (alias?: string): string =>
      columns.map((one) => (alias === undefined ? "" : `${alias}.`) + one.column).join(", "),
    read(row: Row): { readonly [Name in keyof Fields]: ReturnType<Fields[Name]> } {
      const entries = columns.map((one): unknown[] => [one.name, one.read(row[one.column])]);
      return Object.fromEntries(entries);
    },
  };
}
