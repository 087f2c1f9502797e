import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type CallError, callError } from "../shared/call-error.ts";

export interface Loaded<Data> {
  /** The last answer; stays while a newer one is on its way. */
  readonly data: Data | undefined;
  readonly error: CallError | undefined;
  readonly isLoading: boolean;
  reload(): void;
}

/**
 * Loads when the name of the question changes, and on demand. An answer that was overtaken by a
 * newer question is dropped.
 */
export function useLoad<Data>(question: string, load: () => Promise<Data>): Loaded<Data> {
  const [state, setState] = useState<Omit<Loaded<Data>, "reload">>({
    data: undefined,
    error: undefined,
    isLoading: true,
  });
  const asked = useRef(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => {
    asked.current += 1;
    const mine = asked.current;
    setState((before) => ({ ...before, isLoading: true }));
    latest.current().then(
      (data) => {
        if (mine === asked.current) setState({ data, error: undefined, isLoading: false });
      },
      (error: unknown) => {
        if (mine !== asked.current) return;
        setState((before) => ({ ...before, error: callError(error), isLoading: false }));
      },
    );
  }, []);
  // The question names what `load` loads.
  useEffect(reload, [question]);
  return { ...state, reload };
}
