import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { csvOf } from "./csv.ts";

export interface Column<Row> {
  readonly name: string;
  /** Shown behind the name: what the numbers of the column count. */
  readonly unit?: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Makes the column sortable. */
  readonly sortBy?: (row: Row) => number | string;
  /** What a file holds of it; absent: what it is sorted by; without either it has no column. */
  readonly text?: (row: Row) => number | string | undefined;
  readonly isNumber?: boolean;
  /** Its cells break into lines, so that the columns behind it stay in sight. */
  readonly isLong?: boolean;
}

/** The rows as a file holds them. */
export function csvOfRows<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const written = columns.flatMap((column) => {
    const text = column.text ?? column.sortBy;
    return text === undefined ? [] : [{ name: titleOf(column), text }];
  });
  return csvOf(
    written.map(({ name }) => name),
    rows.map((row) => written.map(({ text }) => text(row))),
  );
}

function titleOf({ name, unit }: Pick<Column<never>, "name" | "unit">): string {
  return unit === undefined ? name : `${name}, ${unit}`;
}

interface Order {
  readonly column: number;
  readonly isDown: boolean;
}

/** A table that scrolls inside itself, with a row for each thing and the first cell as its name. */
export function Table<Row>(props: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Says what to do next when there is nothing. */
  empty: ComponentChildren;
}) {
  const { caption, columns, rows, keyOf, empty } = props;
  const [order, setOrder] = useState<Order>();
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  const toggle = (column: number) =>
    setOrder({ column, isDown: order?.column === column ? !order.isDown : true });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="scroll" aria-label={`${caption}, scrollable`} tabIndex={0}>
      <table class="stacks">
        <caption class="spoken">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, place) => (
              <Head
                key={column.name}
                column={column}
                order={order?.column === place ? order : undefined}
                toggle={() => toggle(place)}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted(rows, columns, order).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column, place) => (
                <Cell key={column.name} column={column} row={row} isFirst={place === 0} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Head<Row>(props: { column: Column<Row>; order: Order | undefined; toggle: () => void }) {
  const { column, order, toggle } = props;
  const direction = order === undefined ? "none" : order.isDown ? "descending" : "ascending";
  const title = titleOf(column);
  return (
    <th
      scope="col"
      class={column.isNumber ? "number" : undefined}
      aria-sort={column.sortBy === undefined ? undefined : direction}
    >
      {column.sortBy === undefined ? (
        title
      ) : (
        <button type="button" class="sort" onClick={toggle}>
          {title}
          <span aria-hidden="true">{order === undefined ? "↕" : order.isDown ? "↓" : "↑"}</span>
        </button>
      )}
    </th>
  );
}

function Cell<Row>({ column, row, isFirst }: { column: Column<Row>; row: Row; isFirst: boolean }) {
  const look = column.isNumber ? "number" : column.isLong ? "long" : undefined;
  const content = column.cell(row);
  if (isFirst) {
    return (
      <th scope="row" class={look}>
        {content}
      </th>
    );
  }
  return (
    <td class={look} data-name={titleOf(column)}>
      {content}
    </td>
  );
}

function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | undefined,
): readonly Row[] {
  const sortBy = order === undefined ? undefined : columns[order.column]?.sortBy;
  if (order === undefined || sortBy === undefined) return rows;
  const sign = order.isDown ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [a, b] = [sortBy(left), sortBy(right)];
    return a < b ? -sign : a > b ? sign : 0;
  });
}
