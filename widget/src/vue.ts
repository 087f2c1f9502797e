import {
  type DefineComponent,
  defineComponent,
  h,
  onBeforeUnmount,
  onMounted,
  shallowRef,
  watch,
} from "vue";
import type { PlacardOffersAttributes } from "./element.ts";
import { type MountOptions, mount, type Widget } from "./index.ts";
import { createSteady, type Handle } from "./steady.ts";
import type { ShownOffers } from "./types.ts";

export type { Handle } from "./steady.ts";

declare module "vue" {
  interface GlobalComponents {
    "placard-offers": DefineComponent<PlacardOffersAttributes>;
  }
}

export type PlacardOffersProps = MountOptions & {
  /**
   * The cards of one message, instead of `turn`; another `turnId` shows other cards, and
   * `undefined` none.
   */
  offers?: ShownOffers;
};

/**
 * A box of offers for Vue 3. A template ref gives `turn`, `show` and `clear`. On a server it is an
 * empty element that keeps the place.
 */
export const PlacardOffers = defineComponent(
  (props: PlacardOffersProps, { expose }) => {
    const box = shallowRef<HTMLElement | null>(null);
    let widget: Widget | undefined;
    const options = createSteady(() => props);
    const handle: Handle = {
      turn: async (text) => widget?.turn(text) ?? { status: "no_fill", reason: "aborted" },
      show: (cards, of) => widget?.show(cards, of),
      clear: () => widget?.clear(),
    };
    expose(handle);

    const showOffers = () => widget?.show(props.offers?.cards ?? [], props.offers);

    onMounted(() => {
      if (box.value) widget = mount(box.value, options());
      if (props.offers) showOffers();
    });
    watch(() => props.offers?.turnId, showOffers);
    // The functions of the host are not watched: a new one needs no new rendering.
    watch(
      () => [props.endpoint, !props.getToken, props.locale, props.messages, props.theme],
      () => widget?.update(options()),
    );
    onBeforeUnmount(() => widget?.destroy());
    return () => h("div", { ref: box, class: ["placard-box", props.offers && "placard-message"] });
  },
  {
    name: "PlacardOffers",
    props: ["endpoint", "getToken", "locale", "messages", "theme", "consent", "onEvent", "offers"],
  },
);
