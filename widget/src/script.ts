/**
 * The single script file: `<script src="placard.js">` registers `<placard-offers>` and leaves one
 * global, `Placard`, with `mount` and `define`. This is the only file with an effect on import.
 */
import { define } from "./element.ts";

export { define } from "./element.ts";
export { mount } from "./mount.ts";

define();
