import { renderToString } from "vue/server-renderer";
import { createChat } from "./vue-page.ts";

export function render(): Promise<string> {
  return renderToString(createChat());
}
