import { createApp } from "vue";
import { root } from "./contract.ts";
import { ChatApp, createChat } from "./vue-page.ts";

/** Drawn by the server already: taken over. Empty: drawn here. */
export function start(): void {
  const app = root().hasChildNodes() ? createChat() : createApp(ChatApp);
  app.mount(root());
}
