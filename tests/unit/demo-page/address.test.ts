import { expect, test } from "vitest";
import {
  type Address,
  formatAddress,
  parseAddress,
  usualAddress,
} from "../../../demo-chat/console/page/address.ts";

const PUBLISHERS = ["Larkspur", "Fernway"];

const EVERYTHING: Address = {
  view: "timeline",
  turn: 2,
  steps: [3, 7],
  settings: {
    publisher: "Fernway",
    adUnitType: "cppromo",
    mode: "context",
    model: "endpoint",
    faults: {
      latencyMs: 450,
      exchange: "server_error",
      card: "script_title",
      images: "missing",
      clockSkewMinutes: -20,
      tokenExpired: true,
      globalPrivacyControl: true,
      childDirected: true,
    },
  },
  page: { offline: true, beaconsBlocked: true },
  look: { theme: "dark", language: "ar", direction: "ltr", widthPx: 240, zoomPercent: 200 },
  ask: ["Which tent & stove, 50 % off?", "und für 2 Personen?"],
};

test("an address brings back every part of the state it was made from", () => {
  const text = formatAddress(EVERYTHING, "Larkspur");
  expect(parseAddress(text, PUBLISHERS)).toEqual(EVERYTHING);
});

test("the usual state has a bare address, and a bare address the usual state", () => {
  expect(formatAddress(usualAddress("Larkspur"), "Larkspur")).toBe("");
  expect(parseAddress("", PUBLISHERS)).toEqual(usualAddress("Larkspur"));
});

test("only what differs is written", () => {
  const usual = usualAddress("Larkspur");
  const { settings } = usual;
  const faults = { ...settings.faults, exchange: "timeout" as const };
  const text = formatAddress({ ...usual, settings: { ...settings, faults } }, "Larkspur");
  expect(text).toBe("?exchange=timeout");
});

test.each([
  "?view=nowhere&turn=99&steps=x.-1&publisher=Nobody&unit=free&mode=all&model=big",
  "?latency=2001&exchange=explode&card=%3Cscript%3E&images=1&skew=999999&expired=yes&gpc=true",
  "?theme=pink&language=xx&direction=up&width=12&zoom=300&offline=yes&blocked=on",
  `?ask=&ask=${"a".repeat(301)}&ask=%20`,
  "?%E0%A4%A&&&===",
])("what is no value of ours leaves the usual: %s", (search) => {
  expect(parseAddress(search, PUBLISHERS)).toEqual(usualAddress("Larkspur"));
});

test("a conversation too long for an address is left out whole", () => {
  const ask = Array.from({ length: 9 }, (_, place) => `Question ${place}`);
  expect(formatAddress({ ...usualAddress("Larkspur"), ask }, "Larkspur")).toBe("");
});
