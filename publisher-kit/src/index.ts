export { renderText } from "./cards/text.ts";
export { createPublisherKit } from "./turn/kit.ts";
export type * from "./types.ts";
