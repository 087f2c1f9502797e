/** Source: MRC viewable impression, half of the pixels for one continuous second. */
const VIEW_MS = 1000;
const RATIO = 0.5;
/** Source: MRC, large ads (above 970 x 250 CSS pixels) need 30 %. */
const LARGE_RATIO = 0.3;
const LARGE_AREA = 242_500;

type Watched = { onViewable: () => void; isInView: boolean; timer?: ReturnType<typeof setTimeout> };

export type Viewability = {
  /** Calls back once, after the element was in view for a second. Gives the way to stop. */
  watch(element: Element, onViewable: () => void): () => void;
  close(): void;
};

function isInView(entry: IntersectionObserverEntry): boolean {
  const { width, height } = entry.boundingClientRect;
  const ratio = width * height > LARGE_AREA ? LARGE_RATIO : RATIO;
  return entry.isIntersecting && entry.intersectionRatio >= ratio;
}

/**
 * Watches cards. The second starts again after any dip below the share, and whenever the tab is
 * hidden. Clipping by the box's inner scroll counts, because the viewport is the observer's root.
 */
export function createViewability(): Viewability {
  const all = new Map<Element, Watched>();
  const observer =
    typeof IntersectionObserver === "undefined"
      ? undefined
      : new IntersectionObserver(read, { threshold: [0, LARGE_RATIO, RATIO, 1] });

  function stop(element: Element): void {
    clearTimeout(all.get(element)?.timer);
    all.delete(element);
    observer?.unobserve(element);
  }

  function time(element: Element, watched: Watched): void {
    const counts = watched.isInView && document.visibilityState === "visible";
    if (!counts) {
      clearTimeout(watched.timer);
      watched.timer = undefined;
    } else if (watched.timer === undefined) {
      watched.timer = setTimeout(() => finish(element, watched), VIEW_MS);
    }
  }

  function read(entries: IntersectionObserverEntry[]): void {
    for (const entry of entries) {
      const watched = all.get(entry.target);
      if (!watched) continue;
      watched.isInView = isInView(entry);
      time(entry.target, watched);
    }
  }

  function finish(element: Element, watched: Watched): void {
    // A busy page may owe a dip it has not delivered yet; such a second does not count.
    const timer = watched.timer;
    read(observer?.takeRecords() ?? []);
    if (watched.timer !== timer) return;
    stop(element);
    watched.onViewable();
  }

  function onVisibility(): void {
    for (const [element, watched] of all) time(element, watched);
  }

  document.addEventListener("visibilitychange", onVisibility);
  return {
    watch(element, onViewable) {
      all.set(element, { onViewable, isInView: false });
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
