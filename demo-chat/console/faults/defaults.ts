import type { ServerFaults } from "../wire.ts";

export const NO_FAULTS: ServerFaults = {
  latencyMs: 0,
  exchange: "none",
  card: "none",
  images: "none",
  clockSkewMinutes: 0,
  tokenExpired: false,
  globalPrivacyControl: false,
  childDirected: false,
};

const EXCHANGE = {
  timeout: "the exchange never answers",
  empty: "the exchange has nothing",
  feed_pending: "the product search is still being built",
  server_error: "the exchange answers 500",
} as const;

const CARD = {
  bad_link: "the first offers link to elsewhere",
  no_disclosure: "the first offers lack their disclosure",
  script_title: "the first offers have a script in the title",
} as const;

/** The faults that are on, in words for the timeline; empty without one. */
export function faultWords(faults: ServerFaults): string[] {
  const { latencyMs, exchange, card, images, clockSkewMinutes } = faults;
  return [
    ...(latencyMs > 0 ? [`every call takes ${latencyMs} ms longer`] : []),
    ...(exchange === "none" ? [] : [EXCHANGE[exchange]]),
    ...(card === "none" ? [] : [CARD[card]]),
    ...(images === "none" ? [] : ["pictures are missing"]),
    ...(clockSkewMinutes === 0 ? [] : [`the chat's clock is ${clockWords(clockSkewMinutes)}`]),
    ...(faults.tokenExpired ? ["the sidebar's session has expired"] : []),
    ...(faults.globalPrivacyControl ? ["the reader sends Global Privacy Control"] : []),
    ...(faults.childDirected ? ["the chat is directed to children"] : []),
  ];
}

function clockWords(minutes: number): string {
  return `${Math.abs(minutes)} minutes ${minutes > 0 ? "fast" : "slow"}`;
}
