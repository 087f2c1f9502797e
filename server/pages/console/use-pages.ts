import { useCallback, useEffect, useState } from "preact/hooks";
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
}

const LIMIT = 50;

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
  // Another round loads the same list again.
  useEffect(() => {
    let isCurrent = true;
    if (round === 0) setItems(undefined);
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
  };
}
