import { type IdPrefix, idFromUuid } from "../contract/ids.ts";
import { creditsFromMicros, type Micros, micros } from "../contract/money.ts";
import { invariant } from "./invariant.ts";
import type { ArrayType } from "./pg-arrays.ts";

/** A named statement: prepared once per connection, and found by its name in PostgreSQL's views. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Those of the call win over these. */
  readonly values?: readonly SqlValue[];
  /** Which values are arrays to be sent in binary, by their place; 0 is `$1`. */
  readonly arrays?: Readonly<Record<number, ArrayType>>;
  /**
   * `copy ... from stdin`, whose one value holds the rows, or `to stdout`, whose one value is a
   * stream that takes them; in a transaction only.
   */
  readonly isCopy?: true;
}

export type SqlValue = unknown;

export interface Queryable {
  query<Row extends object>(statement: Statement, values?: readonly SqlValue[]): Promise<Row[]>;
}

/** A transaction. Nothing may await the network inside one. */
export interface Tx extends Queryable {
  readonly inTransaction: true;
}

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

/** A field of a record: the SQL expression that selects it, and how its value is converted. */
interface Column<Value> {
  readonly sql: string;
  /** Takes what the driver returns for the expression. */
  readonly read: (raw: never) => Value;
}

export type Columns = Readonly<Record<string, Column<unknown>>>;
type ValueOf<One> = One extends Column<infer Value> ? Value : never;
type OptionalIn<Of extends Columns> = {
  [Field in keyof Of]: undefined extends ValueOf<Of[Field]> ? Field : never;
}[keyof Of];
export type RecordOf<Of extends Columns> = {
  readonly [Field in Exclude<keyof Of, OptionalIn<Of>>]: ValueOf<Of[Field]>;
} & {
  readonly [Field in OptionalIn<Of>]?: ValueOf<Of[Field]>;
};
/** The driver's types follow from the SQL; `read` of each column states them. */
type Row = Readonly<Record<string, never>>;

/**
 * Runs a statement and reads its rows. By a name the statement is a tag that runs:
 * RECORD.first(db, "agent.find", [id])`select ... where id = $1`.
 */
interface Read<Result> {
  (db: Queryable, name: string, values?: readonly SqlValue[]): Tag<Promise<Result>>;
  (db: Queryable, statement: Statement, values?: readonly SqlValue[]): Promise<Result>;
}

interface Reader<Value> {
  readonly all: Read<Value[]>;
  readonly first: Read<Value | undefined>;
  /** The row that a statement always answers with. */
  readonly one: Read<Value>;
}

/** Reads rows as records, so that no field is listed more than once. */
export interface Selection<Value> extends Reader<Value> {
  /** What stands between `select` and `from`, or after `returning`. */
  readonly list: string;
}

export type Selected<Of> = Of extends Selection<infer Value> ? Value : never;

/** A selection of columns: `campaignId` is selected as `campaign_id`. */
export function select<Of extends Columns>(columns: Of): Selection<RecordOf<Of>>;
export function select(columns: Columns): Selection<object> {
  const fields = Object.entries(columns).map(([field, one]) => ({
    ...one,
    field,
    name: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  }));
  const recordOf = (row: Row) => {
    const record: Record<string, unknown> = {};
    for (const { field, name, read } of fields) {
      const raw = row[name];
      const value = raw === undefined ? undefined : read(raw);
      if (value !== undefined) record[field] = value;
    }
    return record;
  };
  return {
    list: fields.map(({ sql, name }) => `${sql} as ${name}`).join(", "),
    ...readerOf(recordOf),
  };
}

function readerOf<Value>(read: (row: Row) => Value): Reader<Value> {
  return {
    all: reading((rows) => rows.map(read)),
    first: reading(([row]) => (row === undefined ? undefined : read(row))),
    one: reading(([row], { name }) => {
      invariant(row !== undefined, `${name} answers with a row`);
      return read(row);
    }),
  };
}

function reading<Result>(resultOf: (rows: readonly Row[], statement: Statement) => Result) {
  function read(db: Queryable, name: string, values?: readonly SqlValue[]): Tag<Promise<Result>>;
  function read(db: Queryable, statement: Statement, values?: readonly SqlValue[]): Promise<Result>;
  function read(db: Queryable, what: string | Statement, values?: readonly SqlValue[]) {
    if (typeof what === "string") {
      return (...text: Parameters<Tag<unknown>>) => read(db, sql(what, values)(...text));
    }
    return db.query<Row>(what, values).then((rows) => resultOf(rows, what));
  }
  return read;
}

const plain = <Value>(sql: string): Column<Value> => ({ sql, read: (raw: Value) => raw });

export const column = {
  /** A value as the driver returns it: a text, a flag, a small number, a list of them. */
  plain,
  text: (sql: string) => plain<string>(sql),
  flag: (sql: string) => plain<boolean>(sql),
  date: (sql: string) => plain<Date>(sql),
  id: (prefix: IdPrefix, sql: string): Column<string> => ({
    sql,
    read: (uuid: string) => idFromUuid(prefix, uuid),
  }),
  ids: (prefix: IdPrefix, sql: string): Column<string[]> => ({
    sql,
    read: (uuids: string[]) => uuids.map((uuid) => idFromUuid(prefix, uuid)),
  }),
  /** **Units** micro-credits. */
  micros: (sql: string): Column<Micros> => ({ sql, read: (value: string) => micros(value) }),
  /** **Units** credits, for the wire. */
  credits: (sql: string): Column<number> => ({
    sql,
    read: (value: string) => creditsFromMicros(micros(value)),
  }),
  bigint: (sql: string): Column<bigint> => ({ sql, read: (value: string) => BigInt(value) }),
  /** A `bigint` that fits a number, such as a count. */
  count: (sql: string): Column<number> => ({ sql, read: (value: string) => Number(value) }),
  /** A time as ISO 8601 text, for the wire. */
  time: (sql: string): Column<string> => ({ sql, read: (at: Date) => at.toISOString() }),
  /** The same column where it may be null. */
  nullable: <Value>({ sql, read }: Column<Value>): Column<Value | null> => ({
    sql,
    read: (raw: never) => (raw === null ? null : read(raw)),
  }),
  /** The same column where it may be null; the record then lacks the field. */
  optional: <Value>({ sql, read }: Column<Value>): Column<Value | undefined> => ({
    sql,
    read: (raw: never) => (raw === null ? undefined : read(raw)),
  }),
};

function onlyOf<Value>(read: (raw: never) => Value): Reader<Value> {
  return readerOf((row) => {
    const [raw] = Object.values(row);
    invariant(raw !== undefined, "a row has a column");
    return read(raw);
  });
}

/** Reads rows of one column, whatever its name, as what it holds. */
export const only = {
  plain: <Value>() => onlyOf((raw: Value) => raw),
  flag: onlyOf((raw: boolean) => raw),
  /** An `integer`. */
  number: onlyOf((raw: number) => raw),
  text: onlyOf((raw: string) => raw),
  id: (prefix: IdPrefix) => onlyOf((uuid: string) => idFromUuid(prefix, uuid)),
  /** **Units** micro-credits. */
  micros: onlyOf((value: string) => micros(value)),
  bigint: onlyOf((value: string) => BigInt(value)),
  /** A `bigint` that fits a number. */
  count: onlyOf((value: string) => Number(value)),
};
