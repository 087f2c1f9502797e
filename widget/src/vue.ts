import { defineComponent, h, onBeforeUnmount, onMounted, shallowRef, watch } from "vue";
import { type MountOptions, mount, type Widget } from "./index.ts";
import { createSteady, type Handle } from "./steady.ts";

export type { Handle } from "./steady.ts";

/**
 * A box of offers for Vue 3. A template ref gives `turn`, `show` and `clear`. On a server it is an
 * empty element that keeps the place.
 */
export const PlacardOffers = defineComponent(
  (props: MountOptions, { expose }) => {
    const box = shallowRef<HTMLElement | null>(null);
    let widget: Widget | undefined;
    const options = createSteady(() => props);
    const handle: Handle = {
      turn: async (text) => widget?.turn(text) ?? { status: "no_fill", reason: "aborted" },
      show: (cards, of) => widget?.show(cards, of),
      clear: () => widget?.clear(),
    };
    expose(handle);

    onMounted(() => {
      if (box.value) widget = mount(box.value, options());
    });
    // The functions of the host are not watched: a new one asks for no new drawing.
    watch(
      () => [props.endpoint, !props.getToken, props.locale, props.messages, props.theme],
      () => widget?.update(options()),
    );
    onBeforeUnmount(() => widget?.destroy());
    return () => h("div", { ref: box, class: "placard-box" });
  },
  {
    name: "PlacardOffers",
    props: ["endpoint", "getToken", "locale", "messages", "theme", "consent", "onEvent"],
  },
);
