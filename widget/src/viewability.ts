import { isSeen } from "./seen.ts";

/** Source: MRC viewable impression, half of the pixels for one continuous second. */
const VIEW_MS = 1000;
const RATIO = 0.5;
/** Source: MRC, large ads (above 970 x 250 CSS pixels) need 30 %. */
const LARGE_RATIO = 0.3;
const LARGE_AREA = 242_500;
/** How often a card in view is looked at: what the observer cannot tell of is found by asking. */
const STEP_MS = 250;

type Watched = { onViewable: () => void; share: number; timer?: ReturnType<typeof setTimeout> };

export type Viewability = {
  /** Calls back once, after the element was seen for a second. Gives the way to stop. */
  watch(element: Element, onViewable: () => void): () => void;
  close(): void;
};

/** Chromium can tell of a frame what lies over it and how faint it is, whatever page it is in. */
const tracking = { trackVisibility: true, delay: 100 };

/** The share of a card that has to be seen, or 0 while less than that is in the window. */
function shareInView(entry: IntersectionObserverEntry, isFrame: boolean): number {
  const { width, height } = entry.boundingClientRect;
  const share = width * height > LARGE_AREA ? LARGE_RATIO : RATIO;
  if (isFrame && "isVisible" in entry && !entry.isVisible) return 0;
  return entry.isIntersecting && entry.intersectionRatio >= share ? share : 0;
}

/**
 * Watches cards. The second starts again after any dip below the share, and whenever the tab is
 * hidden. Clipping by the box's inner scroll counts, because the viewport is the observer's root.
 */
export function createViewability(): Viewability {
  const all = new Map<Element, Watched>();
  const isFrame = window.parent !== window;
  const observer =
    typeof IntersectionObserver === "undefined"
      ? undefined
      : new IntersectionObserver(read, {
          threshold: [0, LARGE_RATIO, RATIO, 1],
          ...(isFrame && tracking),
        });

  function stop(element: Element): void {
    clearTimeout(all.get(element)?.timer);
    all.delete(element);
    observer?.unobserve(element);
  }

  function time(element: Element, watched: Watched): void {
    if (!watched.share || document.hidden) {
      clearTimeout(watched.timer);
      watched.timer = undefined;
    } else if (watched.timer === undefined) {
      step(element, watched, 0);
    }
  }

  function read(entries: IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      const watched = all.get(entry.target);
      if (!watched) continue;
      watched.share = shareInView(entry, isFrame);
      time(entry.target, watched);
    }
  }

  /** Units: `seenMs`, how long the card had been seen without a break when this step was set. */
  function step(element: Element, watched: Watched, seenMs: number): void {
    const isNowSeen = isSeen(element, watched.share);
    if (isNowSeen && seenMs >= VIEW_MS) {
      stop(element);
      watched.onViewable();
      return;
    }
    watched.timer = setTimeout(() => {
      // A busy page may owe a dip it has not delivered yet; such a second does not count.
      const { timer } = watched;
      read(observer?.takeRecords() ?? []);
      if (watched.timer === timer) step(element, watched, isNowSeen ? seenMs + STEP_MS : 0);
    }, STEP_MS);
  }

  function onVisibility(): void {
    for (const [element, watched] of all) time(element, watched);
  }

  document.addEventListener("visibilitychange", onVisibility);
  return {
    watch(element, onViewable) {
      all.set(element, { onViewable, share: 0 });
      observer?.observe(element);
      return () => stop(element);
    },
    close() {
      document.removeEventListener("visibilitychange", onVisibility);
      for (const element of [...all.keys()]) stop(element);
      observer?.disconnect();
    },
  };
}
