import type { MountOptions, ShownOffers } from "../../../../widget/src/index.ts";

/** What every host page offers the test on `window.host`. */
export interface HostPage {
  turn(text: string): Promise<unknown>;
  /** Draws the host again, with new functions and, from now on, these words. */
  redraw(options: Partial<MountOptions> & { offers?: ShownOffers }): void;
  leave(): void;
  readonly heard: string[];
}

/** Where a host keeps what the widget tells it. */
export const heard: string[] = [];

export function publish(page: Omit<HostPage, "heard">): void {
  Object.assign(window, { host: { ...page, heard } });
}

export function root(): HTMLElement {
  const element = document.querySelector("#app");
  if (!(element instanceof HTMLElement)) throw new Error("the page has no #app");
  return element;
}
