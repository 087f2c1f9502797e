import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { type CallError, callError } from "../shared/call-error.ts";
import { Failure } from "../shared/failure.tsx";
import { saveCsv } from "./csv.ts";
import { type Column, csvOfRows, Table } from "./table.tsx";
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
      <p class="buttons">
        {pages.hasMore ? (
          <button type="button" class="quiet" disabled={pages.isLoading} onClick={pages.more}>
            Show more
          </button>
        ) : null}
        {pages.items === undefined || pages.items.length === 0 ? null : (
          <Download
            subject={table.caption}
            text={async () => csvOfRows(table.columns, await pages.all())}
          />
        )}
      </p>
    </>
  );
}

/** Saves a table as a file, all its pages. */
export function Download({ subject, text }: { subject: string; text: () => Promise<string> }) {
  const [error, setError] = useState<CallError>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setError(undefined);
    setBusy(true);
    try {
      saveCsv(await text(), subject);
    } catch (caught) {
      setError(callError(caught));
    }
    setBusy(false);
  };
  return (
    <>
      <button type="button" class="quiet" disabled={isBusy} onClick={save}>
        Download CSV<span class="spoken"> of {subject}</span>
      </button>
      {error === undefined ? null : <Failure error={error} />}
    </>
  );
}
