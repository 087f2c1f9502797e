import type { FaultName, PageFaults } from "../wire.ts";

/** A request that a fault of the page stopped. */
export type Kept = { fault: FaultName; path: string; title: string; text: string };

export type PageNetwork = {
  set(faults: PageFaults): void;
  /** **Shape** only the last listener is called; the page has one. */
  onKept(listener: (kept: Kept) => void): void;
};

/** Requests of the reader's side of the page; those of the console are never stopped. */
const READER = /^\/demo\/(chat$|offers\/)/;
export const EVENTS = "/demo/offers/events";

/**
 * Puts the page's own faults between the page and the browser: the widget and the chat meet a
 * network that fails as a real one does. Call it before the first request.
 */
export function interceptNetwork(): PageNetwork {
  let faults: PageFaults = { offline: false, beaconsBlocked: false };
  let notify: (kept: Kept) => void = () => undefined;
  const realFetch = window.fetch.bind(window);
  const realBeacon = navigator.sendBeacon.bind(navigator);

  const keeps = (address: string, verb: string): boolean => {
    const { pathname } = new URL(address, location.href);
    const fault = faultFor(pathname, faults);
    if (fault === undefined) return false;
    notify({ fault, path: pathname, title: `${verb} ${pathname}`, text: textOf(fault, pathname) });
    return true;
  };

  window.fetch = (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    // The words Chromium has for it: code that looks at them sees what it would see.
    if (keeps(address, init?.method ?? "GET")) {
      return Promise.reject(new TypeError("Failed to fetch"));
    }
    return realFetch(input, init);
  };
  // A browser takes a beacon and may never send it, without a sign to the page.
  navigator.sendBeacon = (address, data) =>
    keeps(String(address), "BEACON") || realBeacon(address, data);

  return {
    set(next) {
      const wasOffline = faults.offline;
      faults = next;
      if (wasOffline !== next.offline) {
        window.dispatchEvent(new Event(next.offline ? "offline" : "online"));
      }
    },
    onKept(listener) {
      notify = listener;
    },
  };
}

function faultFor(path: string, { offline, beaconsBlocked }: PageFaults): FaultName | undefined {
  if (offline && READER.test(path)) return "offline";
  return beaconsBlocked && path === EVENTS ? "beaconsBlocked" : undefined;
}

function textOf(fault: FaultName, path: string): string {
  if (fault === "beaconsBlocked") {
    return "The browser blocked a report of the cards; the widget keeps it and tries again.";
  }
  if (path === EVENTS) return "Offline: a report of the cards did not leave this browser.";
  return "Offline: the question was sent, and nothing left this browser.";
}
