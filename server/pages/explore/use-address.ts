import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { addressOf, type Wish, wishOf } from "./wish.ts";

/** Browsers refuse more than some hundred changes of the address in half a minute. */
const TYPING_SETTLES_MS = 300;

export interface Address {
  readonly wish: Wish;
  /** A choice, such as a filter: the way back leads to what was before it. */
  choose(wish: Wish): void;
  /** A letter more or less: one way back for all that is typed in one go. */
  type(wish: Wish): void;
  /** What was typed stands; the next letter begins a new step. */
  settle(): void;
}

/** The wish as the address bar has it. `search`: of the address that the page was asked for. */
export function useAddress(search: string): Address {
  const [wish, setWish] = useState(() => wishOf(search));
  const latest = useRef(wish);
  const typing = useRef<{ isOn: boolean; timer: number | undefined }>({
    isOn: false,
    timer: undefined,
  });

  const write = useCallback(() => {
    clearTimeout(typing.current.timer);
    typing.current.timer = undefined;
    const address = addressOf(latest.current);
    if (address === location.pathname + location.search) return;
    if (typing.current.isOn) history.replaceState(null, "", address);
    else history.pushState(null, "", address);
  }, []);
  const settle = useCallback(() => {
    if (typing.current.timer !== undefined) write();
    typing.current.isOn = false;
  }, [write]);
  const change = useCallback((next: Wish) => {
    latest.current = next;
    setWish(next);
  }, []);

  useEffect(() => {
    const goBack = () => {
      clearTimeout(typing.current.timer);
      typing.current = { isOn: false, timer: undefined };
      change(wishOf(location.search));
    };
    addEventListener("popstate", goBack);
    return () => removeEventListener("popstate", goBack);
  }, [change]);

  return {
    wish,
    choose(next) {
      settle();
      change(next);
      write();
    },
    type(next) {
      change(next);
      if (!typing.current.isOn) write();
      typing.current.isOn = true;
      clearTimeout(typing.current.timer);
      typing.current.timer = window.setTimeout(write, TYPING_SETTLES_MS);
    },
    settle,
  };
}
