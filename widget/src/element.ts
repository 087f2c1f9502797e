import type { Card, TurnResponse } from "@placard/publisher-kit/types";
import type { HTMLAttributes } from "preact";
import { mount } from "./mount.ts";
import type { MountOptions, ShownTurn, Theme, Widget } from "./types.ts";
import { noFill } from "./validate.ts";

export type PlacardOffersElement = HTMLElement & Omit<Widget, "destroy">;

/** The attributes of the element beside those of every element. */
export type PlacardOffersAttributes = { endpoint?: string; theme?: Theme };

declare global {
  interface HTMLElementTagNameMap {
    "placard-offers": PlacardOffersElement;
  }
}
declare module "preact" {
  // biome-ignore lint/style/noNamespace: Preact declares its elements in one.
  namespace JSX {
    interface IntrinsicElements {
      "placard-offers": HTMLAttributes<PlacardOffersElement> & PlacardOffersAttributes;
    }
  }
}

/**
 * Registers `<placard-offers endpoint theme lang dir>`. Safe to call twice, and on a server, where
 * it does nothing.
 */
export function define(): void {
  if (typeof customElements === "undefined" || customElements.get("placard-offers")) return;
  // Made here and not before: on a server there is no `HTMLElement` to extend.
  class PlacardOffers extends HTMLElement {
    static readonly observedAttributes = ["endpoint", "theme", "lang", "dir"];
    #own: Partial<MountOptions> = {};
    #widget?: Widget;

    connectedCallback(): void {
      this.#widget ??= mount(this, this.#options());
    }

    disconnectedCallback(): void {
      // Moving the element disconnects and connects it at once; only leaving for good counts.
      setTimeout(() => {
        if (this.isConnected) return;
        this.#widget?.destroy();
        this.#widget = undefined;
      });
    }

    attributeChangedCallback(): void {
      this.update({});
    }

    async turn(text: string): Promise<TurnResponse> {
      return this.#widget?.turn(text) ?? noFill("aborted");
    }

    show(cards: readonly Card[], of?: ShownTurn): void {
      this.#widget?.show(cards, of);
    }

    clear(): void {
      this.#widget?.clear();
    }

    update(options: Partial<MountOptions>): void {
      this.#own = { ...this.#own, ...options };
      this.#widget?.update(this.#options());
    }

    #options(): MountOptions {
      return {
        endpoint: this.getAttribute("endpoint") ?? "",
        ...this.#own,
        onEvent: (event) => {
          this.dispatchEvent(new CustomEvent("placard", { detail: event, bubbles: true }));
          this.#own.onEvent?.(event);
        },
      };
    }
  }
  customElements.define("placard-offers", PlacardOffers);
}
