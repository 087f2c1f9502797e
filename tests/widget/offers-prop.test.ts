import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createApp, h, nextTick, shallowRef } from "vue";
import * as react from "../../widget/src/react.ts";
import type { ShownOffers } from "../../widget/src/types.ts";
import * as vue from "../../widget/src/vue.ts";
import { card, Server, setTab, Views } from "./host.ts";

/** A chat with one box, which gets the offers of the newest turn. */
type OneBox = { give(offers: ShownOffers | undefined): Promise<void>; leave(): void };

const place = (): HTMLElement => {
  document.body.innerHTML = "<main></main>";
  return document.querySelector("main") ?? document.body;
};

const FRAMEWORKS: Record<string, () => OneBox> = {
  react() {
    const root = createRoot(place());
    return {
      give: (offers) =>
        act(async () => {
          const props = { endpoint: "/offers", ...(offers && { offers }) };
          root.render(createElement(react.PlacardOffers, props));
        }),
      leave: () => root.unmount(),
    };
  },
  vue() {
    const latest = shallowRef<ShownOffers>();
    const app = createApp(() => {
      const props = { endpoint: "/offers", ...(latest.value && { offers: latest.value }) };
      return h(vue.PlacardOffers, props);
    });
    app.mount(place());
    return {
      async give(offers) {
        latest.value = offers;
        await nextTick();
      },
      leave: () => app.unmount(),
    };
  },
};

beforeEach(() => {
  vi.stubGlobal("fetch", new Server().fetch);
  vi.stubGlobal("IntersectionObserver", Views);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  setTab("visible");
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const offersOf = (turnId: string): ShownOffers =>
  JSON.parse(JSON.stringify({ turnId, cards: [card({ title: turnId })] }));
const titles = (): unknown[] => {
  const root = document.querySelector("main > div")?.shadowRoot;
  return [...(root?.querySelectorAll("[part=title]") ?? [])].map(
    ({ textContent }) => textContent?.split(" ")[0],
  );
};

it.each(Object.keys(FRAMEWORKS))(
  "a box of %s that gets no offers any more is empty, until it gets others",
  async (name) => {
    const box = FRAMEWORKS[name]?.();
    if (!box) throw new Error(name);
    await box.give(undefined);
    expect(titles()).toEqual([]);
    await box.give(offersOf("Tent"));
    expect(titles()).toEqual(["Tent"]);
    await box.give(undefined);
    expect(titles()).toEqual([]);
    await box.give(offersOf("Suit"));
    expect(titles()).toEqual(["Suit"]);
    box.leave();
  },
);
