import { isSeen, LARGE_RATIO, RATIO } from "./seen.ts";

/** Source: MRC viewable impression, one continuous second. */
const VIEW_MS = 1000;
/** Source: MRC, large ads have more than 970 x 250 CSS pixels. */
const LARGE_AREA = 242_500;
/** How often a card in view is looked at: what the observer does not report is measured. */
const STEP_MS = 250;

/**
 * Calls back once, after a card was seen for a second. The second starts again after any dip below
 * the share, and whenever the tab is hidden. Clipping by the box's inner scroll counts, because the
 * viewport is the observer's root. Gives the way to stop, if there is anything to stop.
 */
export function watch(element: Element, onViewable: () => void): (() => void) | undefined {
  // Without an observer cards are shown, but their visibility is unknown.
  if (!("IntersectionObserver" in window)) return;
  /** What has to be seen of the card, or 0 while less than that is in the window. */
  let share = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isFrame = window.parent !== window;
  const observer = new IntersectionObserver(read, {
    threshold: [0, LARGE_RATIO, RATIO, 1],
    // Chromium reports for a frame what covers it and its opacity, whatever page it is in.
    ...(isFrame && { trackVisibility: true, delay: 100 }),
  });

  function read(entries: IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      const { width, height } = entry.boundingClientRect;
      const needed = width * height > LARGE_AREA ? LARGE_RATIO : RATIO;
      const isUnseen = isFrame && entry.isVisible === false;
      share = entry.intersectionRatio < needed || isUnseen ? 0 : needed;
      time();
    }
  }

  function time(): void {
    if (!share || document.hidden) {
      clearTimeout(timer);
      timer = undefined;
    } else if (!timer) step(0);
  }

  /** Units: `seenMs`, how long the card had been seen without a break when this step was set. */
  function step(seenMs: number): void {
    const isNowSeen = isSeen(element, share);
    if (isNowSeen && seenMs >= VIEW_MS) {
      stop();
      onViewable();
      return;
    }
    const own = setTimeout(() => {
      // A busy page may owe a dip it has not delivered yet; such a second does not count.
      read(observer.takeRecords());
      if (timer === own) step(isNowSeen ? seenMs + STEP_MS : 0);
    }, STEP_MS);
    timer = own;
  }

  function stop(): void {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", time);
    observer.disconnect();
  }

  document.addEventListener("visibilitychange", time);
  observer.observe(element);
  return stop;
}
