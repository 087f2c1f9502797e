import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { DemoState } from "../wire.ts";
import { fetchState } from "./api.ts";

export type Server = {
  state: DemoState | undefined;
  isReachable: boolean;
  /** Looks at once, not only at the next beat. */
  refresh(): Promise<void>;
};

const POLL_MS = 1_000;
const POLL_LOADING_MS = 400;

/** Looks at the server's state for as long as the page is visible. */
export function useServer(): Server {
  const [state, setState] = useState<DemoState>();
  const [isReachable, setReachable] = useState(true);
  const latest = useRef(0);
  const refresh = useCallback(async () => {
    latest.current += 1;
    const mine = latest.current;
    try {
      const next = await fetchState();
      // A slow answer must not undo a newer one.
      if (mine === latest.current) setState(next);
      setReachable(true);
    } catch {
      setReachable(false);
    }
  }, []);
  const isLoading = state?.loading !== undefined;
  useEffect(() => {
    let timer = 0;
    let isOver = false;
    const look = async () => {
      if (!document.hidden) await refresh();
      if (!isOver) timer = window.setTimeout(look, isLoading ? POLL_LOADING_MS : POLL_MS);
    };
    void look();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [refresh, isLoading]);
  return { state, isReachable, refresh };
}
