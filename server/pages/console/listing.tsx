import type { ComponentChildren } from "preact";
import { Failure } from "../shared/failure.tsx";
import { type Column, Table } from "./table.tsx";
import type { Pages } from "./use-pages.ts";

/** A list of a tool as a table, with the way to its next page. */
export function Listing<Item>(props: {
  pages: Pages<Item>;
  caption: string;
  columns: readonly Column<Item>[];
  keyOf: (item: Item) => string;
  empty: ComponentChildren;
}) {
  const { pages, ...table } = props;
  return (
    <>
      {pages.error === undefined ? null : <Failure error={pages.error} retry={pages.more} />}
      {pages.items === undefined ? (
        pages.error === undefined && (
          <p class="skeleton" role="status">
            Loading
          </p>
        )
      ) : (
        <Table rows={pages.items} {...table} />
      )}
      {pages.hasMore ? (
        <button type="button" class="quiet" disabled={pages.isLoading} onClick={pages.more}>
          Show more
        </button>
      ) : null}
    </>
  );
}
