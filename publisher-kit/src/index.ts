export { createPublisherKit } from "./kit.ts";
export type * from "./types.ts";
