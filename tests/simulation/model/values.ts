/** Reads the values of a statement by their position, and refuses what SQL would refuse. */
export interface Values {
  text(index: number): string;
  textOrNull(index: number): string | null;
  big(index: number): bigint;
  bigOrNull(index: number): bigint | null;
  number(index: number): number;
  flag(index: number): boolean;
  date(index: number): Date;
  dateOrNull(index: number): Date | null;
  /** An array, its elements as text. */
  list(index: number): string[];
  /** A `bytea`, in hex. */
  bytes(index: number): string;
}

export function readValues(values: readonly unknown[]): Values {
  const wrong = (index: number): never => {
    throw new TypeError(`Value $${index + 1} is ${typeof values[index]}.`);
  };
  const lists = new Map<number, string[]>();
  const reader: Values = {
    text(index) {
      const value = values[index];
      return typeof value === "string" ? value : wrong(index);
    },
    textOrNull: (index) => (values[index] === null ? null : reader.text(index)),
    big(index) {
      const value = values[index];
      return typeof value === "string" || typeof value === "bigint" ? BigInt(value) : wrong(index);
    },
    bigOrNull: (index) => (values[index] === null ? null : reader.big(index)),
    number(index) {
      const value = values[index];
      return typeof value === "number" ? value : wrong(index);
    },
    flag(index) {
      const value = values[index];
      return typeof value === "boolean" ? value : wrong(index);
    },
    date(index) {
      const value = values[index];
      if (value instanceof Date) return value;
      return typeof value === "string" ? new Date(value) : wrong(index);
    },
    dateOrNull: (index) => (values[index] === null ? null : reader.date(index)),
    list(index) {
      const known = lists.get(index);
      if (known !== undefined) return known;
      const value: unknown = values[index];
      const list = Array.isArray(value) ? value.map(String) : wrong(index);
      lists.set(index, list);
      return list;
    },
    bytes(index) {
      const value = values[index];
      return Buffer.isBuffer(value) ? value.toString("hex") : wrong(index);
    },
  };
  return reader;
}

/** PostgreSQL's `min`: bigint has none of its own. */
export function least(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

export function greatest(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

/** The day of a time, UTC, as PostgreSQL writes a date. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The smallest uuid of a moment, as `uuid_floor` makes it. */
export function uuidFloor(timeMs: number): string {
  const hex = Math.floor(timeMs).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** A row as the driver gives it: `bigint` columns arrive as text. */
export function asSelected(row: object): object {
  const columns = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === "bigint" ? String(value) : value,
  ]);
  return Object.fromEntries(columns);
}
