import { createSSRApp, defineComponent, h, ref, shallowRef } from "vue";
import { type Handle, PlacardOffers, type PlacardOffersProps } from "../../../../widget/src/vue.ts";
import { heard, publish } from "./contract.ts";

/** A chat app in Vue; a browser and a server draw the same. */
export const ChatApp = defineComponent(() => {
  const handle = ref<Handle | null>(null);
  const options = shallowRef<Partial<PlacardOffersProps>>({ locale: "en" });
  const isOpen = ref(true);
  if (typeof window !== "undefined") {
    publish({
      turn: async (text) => handle.value?.turn(text),
      redraw(change) {
        options.value = change;
      },
      leave() {
        isOpen.value = false;
      },
    });
  }
  return () => [
    h("main", h("h1", "Chat")),
    isOpen.value
      ? h(PlacardOffers, {
          ref: handle,
          endpoint: "/offers",
          ...options.value,
          onEvent: (event) => void heard.push(event.type),
        })
      : null,
  ];
});

export function createChat() {
  return createSSRApp(ChatApp);
}
