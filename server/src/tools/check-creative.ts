import { checkDestination } from "../domain/campaigns/index.ts";
import { checkText } from "../domain/review/index.ts";

/**
 * The checks of a creative that a booking makes, for one that is booked later.
 *
 * **Errors** `creative_rejected`, `destination_invalid`.
 */
export function checkCreative(creative: {
  readonly text: string;
  readonly url: string;
  readonly allowedOrigin: string | undefined;
}): void {
  checkText([{ field: "creativeText", text: creative.text }], "creative");
  checkDestination(creative.url, creative.allowedOrigin);
}
