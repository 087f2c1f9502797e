import type { AdUnitType, KitMode } from "@placard/publisher-kit/types";
import { AD_UNIT_TYPES } from "@placard/publisher-kit/units";
import { NO_FAULTS } from "../faults/defaults.ts";
import type { DemoSettings, PageFaults, ServerFaults } from "../wire.ts";

/** The parts of the console; one is shown at a time. */
export const VIEWS = [
  "start",
  "timeline",
  "money",
  "faults",
  "settings",
  "recipes",
  "postbacks",
  "recording",
] as const;
export type View = (typeof VIEWS)[number];

export const LANGUAGES = [
  ...(["en", "ar", "de", "es", "fr", "he"] as const),
  ...(["it", "ja", "nl", "pl", "pt", "zh"] as const),
];
export type Language = (typeof LANGUAGES)[number];

/** How chat and cards look. **Units** `widthPx` CSS pixels, `zoomPercent` percent. */
export type Look = {
  theme: "auto" | "light" | "dark";
  language: Language;
  direction: "auto" | "ltr" | "rtl";
  widthPx: number;
  zoomPercent: 100 | 200;
};

/**
 * Everything a link can bring back. `turn` and `steps` count from 1 as the reader sees them, so
 * that they mean the same on another server; a turn of 0 is none, no turn the newest. `ask` holds
 * the questions to ask again.
 */
export type Address = {
  view: View;
  turn?: number;
  steps: number[];
  settings: DemoSettings;
  page: PageFaults;
  look: Look;
  ask: string[];
};

export const WIDTH_PX = { min: 240, usual: 340, max: 480 } as const;
export const LATENCY_MAX_MS = 2_000;
export const SKEW_MAX_MINUTES = 60;
/** Longer conversations are kept as recordings; an address bar holds no more. */
export const ASK_MAX = 8;
const ASK_LENGTH_MAX = 300;
const STEPS_MAX = 60;
const TURNS_MAX = 20;

export const NO_PAGE_FAULTS: PageFaults = { offline: false, beaconsBlocked: false };
export const USUAL_LOOK: Look = {
  theme: "auto",
  language: "en",
  direction: "auto",
  widthPx: WIDTH_PX.usual,
  zoomPercent: 100,
};
export const USUAL_MODE: KitMode = "both";

/** The state a bare address stands for. */
export function usualAddress(publisher: string): Address {
  return {
    view: "start",
    steps: [],
    settings: { publisher, mode: USUAL_MODE, model: "scripted", faults: NO_FAULTS },
    page: NO_PAGE_FAULTS,
    look: USUAL_LOOK,
    ask: [],
  };
}

/** Writes what differs from the usual, so that short states have short addresses. */
export function formatAddress(address: Address, publisher: string): string {
  const out = new URLSearchParams();
  const put = (name: string, value: unknown, usual: unknown) => {
    if (value !== usual && value !== undefined) out.append(name, String(value));
  };
  const { view, turn, steps, settings, page, look, ask } = address;
  const { faults } = settings;
  put("view", view, "start");
  put("turn", turn, undefined);
  put("steps", steps.join("."), "");
  put("publisher", settings.publisher, publisher);
  put("unit", settings.adUnitType, undefined);
  put("mode", settings.mode, USUAL_MODE);
  put("model", settings.model, "scripted");
  put("latency", faults.latencyMs, 0);
  put("exchange", faults.exchange, "none");
  put("card", faults.card, "none");
  put("images", faults.images, "none");
  put("skew", faults.clockSkewMinutes, 0);
  put("expired", Number(faults.tokenExpired), 0);
  put("gpc", Number(faults.globalPrivacyControl), 0);
  put("child", Number(faults.childDirected), 0);
  put("offline", Number(page.offline), 0);
  put("blocked", Number(page.beaconsBlocked), 0);
  for (const name of ["theme", "language", "direction"] as const) {
    put(name, look[name], USUAL_LOOK[name]);
  }
  put("width", look.widthPx, USUAL_LOOK.widthPx);
  put("zoom", look.zoomPercent, 100);
  // A part of a conversation would be another conversation.
  const isShort = ask.length <= ASK_MAX && ask.every((text) => text.length <= ASK_LENGTH_MAX);
  if (isShort) for (const text of ask) out.append("ask", text);
  const query = out.toString();
  return query === "" ? "" : `?${query}`;
}

/** Reads an address. Whatever is no value of ours is left at the usual. **Errors** none. */
export function parseAddress(search: string, publishers: readonly string[]): Address {
  const from = new URLSearchParams(search);
  const usual = usualAddress(publishers[0] ?? "");
  const adUnitType = oneOf<AdUnitType | "">(from.get("unit"), AD_UNIT_TYPES, "");
  const turn = numberIn(from.get("turn"), 0, TURNS_MAX, -1);
  const steps = (from.get("steps") ?? "").split(".").map((text) => numberIn(text, 1, STEPS_MAX, 0));
  return {
    view: oneOf(from.get("view"), VIEWS, usual.view),
    ...(turn >= 0 && { turn }),
    steps: steps.filter((step) => step > 0),
    settings: {
      publisher: oneOf(from.get("publisher"), publishers, usual.settings.publisher),
      ...(adUnitType !== "" && { adUnitType }),
      mode: oneOf(from.get("mode"), ["sidebar", "context", "both"], USUAL_MODE),
      model: oneOf(from.get("model"), ["scripted", "endpoint"], "scripted"),
      faults: faultsFrom(from),
    },
    page: { offline: from.get("offline") === "1", beaconsBlocked: from.get("blocked") === "1" },
    look: lookFrom(from),
    ask: from
      .getAll("ask")
      .filter((text) => text.trim() !== "" && text.length <= ASK_LENGTH_MAX)
      .slice(0, ASK_MAX),
  };
}

function faultsFrom(from: URLSearchParams): ServerFaults {
  const exchange = ["none", "timeout", "empty", "feed_pending", "server_error"] as const;
  const card = ["none", "bad_link", "no_disclosure", "script_title"] as const;
  const skew = numberIn(from.get("skew"), -SKEW_MAX_MINUTES, SKEW_MAX_MINUTES, 0);
  return {
    latencyMs: numberIn(from.get("latency"), 0, LATENCY_MAX_MS, 0),
    exchange: oneOf(from.get("exchange"), exchange, "none"),
    card: oneOf(from.get("card"), card, "none"),
    images: oneOf(from.get("images"), ["none", "missing"], "none"),
    clockSkewMinutes: skew,
    tokenExpired: from.get("expired") === "1",
    globalPrivacyControl: from.get("gpc") === "1",
    childDirected: from.get("child") === "1",
  };
}

function lookFrom(from: URLSearchParams): Look {
  return {
    theme: oneOf(from.get("theme"), ["auto", "light", "dark"], USUAL_LOOK.theme),
    language: oneOf(from.get("language"), LANGUAGES, USUAL_LOOK.language),
    direction: oneOf(from.get("direction"), ["auto", "ltr", "rtl"], USUAL_LOOK.direction),
    widthPx: numberIn(from.get("width"), WIDTH_PX.min, WIDTH_PX.max, USUAL_LOOK.widthPx),
    zoomPercent: from.get("zoom") === "200" ? 200 : 100,
  };
}

function oneOf<const Value extends string>(
  text: string | null,
  values: readonly Value[],
  usual: Value,
): Value {
  return values.find((value) => value === text) ?? usual;
}

function numberIn(text: string | null, min: number, max: number, usual: number): number {
  if (text === null || !/^-?\d{1,5}$/.test(text)) return usual;
  const value = Number(text);
  return value < min || value > max ? usual : value;
}
