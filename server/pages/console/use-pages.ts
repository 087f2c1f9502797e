import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type CallError, callError } from "../shared/call-error.ts";
import type { Exchange } from "./exchange.ts";

interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

export interface Pages<Item> {
  /** Undefined until the first page is there. */
  readonly items: readonly Item[] | undefined;
  readonly error: CallError | undefined;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  more(): void;
  /** Everything, for a file. */
  all(): Promise<readonly Item[]>;
}

const LIMIT = 50;
const LIMIT_OF_FILES = 100;
/** A file holds no more rows. */
const ROWS_MAX = 20_000;

/** A list that a tool gives page by page; another question, or another round, starts at page 1. */
export function usePages<Item>(
  exchange: Exchange,
  tool: string,
  args: object,
  round = 0,
): Pages<Item> {
  const question = JSON.stringify(args);
  const [items, setItems] = useState<readonly Item[]>();
  const [cursor, setCursor] = useState<string | null>(null);
  const [error, setError] = useState<CallError>();
  const [isLoading, setLoading] = useState(true);
  const load = useCallback(
    async (from: string | null, isCurrent: () => boolean) => {
      setLoading(true);
      try {
        const page = await exchange.call<Page<Item>>(tool, {
          ...JSON.parse(question),
          limit: LIMIT,
          ...(from === null ? {} : { cursor: from }),
        });
        if (!isCurrent()) return;
        setItems((before) => [...(from === null ? [] : (before ?? [])), ...page.items]);
        setCursor(page.nextCursor);
        setError(undefined);
      } catch (caught) {
        if (isCurrent()) setError(callError(caught));
      }
      if (isCurrent()) setLoading(false);
    },
    [exchange, tool, question],
  );
  const shown = useRef(load);
  // Another round loads the same list again, and shows the old one until then.
  useEffect(() => {
    let isCurrent = true;
    if (shown.current !== load) setItems(undefined);
    shown.current = load;
    void load(null, () => isCurrent);
    return () => {
      isCurrent = false;
    };
  }, [load, round]);
  return {
    items,
    error,
    hasMore: cursor !== null,
    isLoading,
    more: () => void load(cursor, () => true),
    all: () => readAll<Item>(exchange, tool, args),
  };
}

async function readAll<Item>(exchange: Exchange, tool: string, args: object): Promise<Item[]> {
  const items: Item[] = [];
  let from: { cursor?: string } | undefined = {};
  while (from !== undefined && items.length < ROWS_MAX) {
    const page: Page<Item> = await exchange.call(tool, {
      ...args,
      limit: LIMIT_OF_FILES,
      ...from,
    });
    items.push(...page.items);
    from = page.nextCursor === null ? undefined : { cursor: page.nextCursor };
  }
  return items;
}
