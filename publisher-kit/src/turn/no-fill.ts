import type { NoFillReason, NoFillTurn } from "../types.ts";

/** What a host can do about each reason, for a person who prints a turn. */
const ADVICE: Readonly<Record<NoFillReason, string>> = {
  no_intent: 'The text asks for no product. Try "I\'m looking for trail running shoes".',
  sensitive: "A sensitive conversation gets no offers. Change nothing.",
  policy: "`policy.allow` returned false, or `intent`, `policy` or `consent` threw an error.",
  consent: "`consent` allows no offers, or the reader is a child.",
  capped: "Raise `policy.maxFilledPerSession` to show more in a session.",
  timeout: "The exchange did not answer in time. Check `baseUrl`, or raise `timeoutMs`.",
  empty: "No product or campaign fits. Import a feed or book campaigns at the exchange.",
  feed_pending: "The exchange is still importing the product feed. Try again later.",
  http_error:
    "The exchange refused the request. Check `baseUrl` and `apiKey`; `onEvent` has its code.",
  aborted: "The caller's `signal` was aborted.",
  circuit_open: "The exchange failed five times in a row. The kit tries again within 30 seconds.",
  no_campaign: "No campaign is booked on your placements. Check `placements`, or list a placement.",
};

/** A turn that shows nothing. Printed as text it says what to do; JSON and comparisons do not. */
export function noFill(reason: NoFillReason): NoFillTurn {
  const turn: NoFillTurn = { status: "no_fill", reason };
  return Object.defineProperty(turn, "toString", {
    value: () => `No offers (${reason}). ${ADVICE[reason]}`,
  });
}
