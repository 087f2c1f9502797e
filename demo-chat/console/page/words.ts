import type { NoFillReason } from "@placard/publisher-kit/types";
import { ar } from "@placard/widget/messages/ar";
import { de } from "@placard/widget/messages/de";
import { en } from "@placard/widget/messages/en";
import { es } from "@placard/widget/messages/es";
import { fr } from "@placard/widget/messages/fr";
import { he } from "@placard/widget/messages/he";
import { it } from "@placard/widget/messages/it";
import { ja } from "@placard/widget/messages/ja";
import { nl } from "@placard/widget/messages/nl";
import { pl } from "@placard/widget/messages/pl";
import { pt } from "@placard/widget/messages/pt";
import { zh } from "@placard/widget/messages/zh";
import { faultWords } from "../faults/defaults.ts";
import type { DemoSettings, Outage, PageFaults, ServerFaults } from "../wire.ts";
import type { Language, Look, View } from "./address.ts";

/** What the widget ships for its hosts. */
export const MESSAGES = { ar, de, en, es, fr, he, it, ja, nl, pl, pt, zh } as const;

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  ar: "Arabic",
  de: "German",
  es: "Spanish",
  fr: "French",
  he: "Hebrew",
  it: "Italian",
  ja: "Japanese",
  nl: "Dutch",
  pl: "Polish",
  pt: "Portuguese",
  zh: "Chinese",
};

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "ar" || language === "he" ? "rtl" : "ltr";
}

export const VIEW_NAMES: Readonly<Record<View, string>> = {
  start: "Try this first",
  timeline: "What happened",
  money: "Money",
  faults: "Faults",
  settings: "Settings",
  recipes: "Recipes",
  postbacks: "Postbacks",
  recording: "Record and replay",
};

/** A choice with what it means; the first of a list is the usual one. */
export type Option<Value> = { value: Value; name: string; help: string };

export const MODES: readonly Option<DemoSettings["mode"]>[] = [
  {
    value: "both",
    name: "Cards and context",
    help: "Cards in the sidebar, offers in the model's context.",
  },
  { value: "sidebar", name: "Cards only", help: "The model gets no offers." },
  { value: "context", name: "Context only", help: "The model may use offers; no cards." },
];

export const MODELS: readonly Option<DemoSettings["model"]>[] = [
  { value: "scripted", name: "Script", help: "Answers on this machine, without a key." },
  { value: "endpoint", name: "Language model", help: "The endpoint named by DEMO_MODEL_URL." },
];

export const THEMES: readonly Option<Look["theme"]>[] = [
  { value: "auto", name: "As the system", help: "Follows the setting of this computer." },
  { value: "light", name: "Light", help: "Dark ink on a light page." },
  { value: "dark", name: "Dark", help: "Light ink on a dark page." },
];

export const DIRECTIONS: readonly Option<Look["direction"]>[] = [
  { value: "auto", name: "As the language", help: "Arabic and Hebrew run from right to left." },
  { value: "ltr", name: "Left to right", help: "Whatever the language." },
  { value: "rtl", name: "Right to left", help: "The whole page is mirrored." },
];

export const EXCHANGE: readonly Option<ServerFaults["exchange"]>[] = [
  { value: "none", name: "Normal", help: "The exchange works." },
  { value: "timeout", name: "Timeout", help: "The kit gives up after 800 ms." },
  { value: "empty", name: "Empty", help: "Searches find no product, and no campaign delivers." },
  {
    value: "feed_pending",
    name: "Feed pending",
    help: "The feed is being built: searches answer feed_pending.",
  },
  {
    value: "server_error",
    name: "Error 500",
    help: "The answer carries a requestId to report.",
  },
];

export const CARD: readonly Option<ServerFaults["card"]>[] = [
  { value: "none", name: "As sent", help: "Cards arrive as the exchange made them." },
  {
    value: "bad_link",
    name: "Untracked link",
    help: "The link is not a click redirect: the card is dropped.",
  },
  { value: "no_disclosure", name: "No label", help: "The card has no label: it is dropped." },
  {
    value: "script_title",
    name: "Script in the title",
    help: "Markup in a title must stay text and never run.",
  },
];

type Switch<Name> = { name: Name; label: string; help: string };
type Flag = {
  [Name in keyof ServerFaults]: ServerFaults[Name] extends boolean ? Name : never;
}[keyof ServerFaults];

export const SERVER_SWITCHES: readonly Switch<Flag>[] = [
  {
    name: "tokenExpired",
    label: "Expired session token",
    help: "The widget's token has expired and it must request a new one.",
  },
  {
    name: "globalPrivacyControl",
    label: "Global Privacy Control",
    help: "The reader's browser sends the signal, which the exchange must respect.",
  },
  {
    name: "childDirected",
    label: "Child-directed chat",
    help: "The chat is for children (COPPA): no offers at all.",
  },
];

export const PAGE_SWITCHES: readonly Switch<keyof PageFaults>[] = [
  {
    name: "offline",
    label: "Offline",
    help: "Chat and widget lose the network; this console stays connected.",
  },
  {
    name: "beaconsBlocked",
    label: "Blocked beacons",
    help: "A blocker stops the widget's reports; the widget queues and retries them.",
  },
];

export const STORES: Readonly<Record<Outage, { name: string; help: string }>> = {
  database: {
    name: "Database outage",
    help: "PostgreSQL is unavailable for ten seconds, for everyone: links keep redirecting.",
  },
  redis: {
    name: "Redis outage",
    help: "The shared cache is unavailable for ten seconds, for everyone.",
  },
};

export const NO_CARDS: Partial<Record<NoFillReason, string>> = {
  no_intent: "No offers: no shopping intent.",
  sensitive: "No offers: sensitive topic.",
  policy: "No offers: publisher policy.",
  consent: "No offers: consent is missing.",
  timeout: "No offers: the exchange was too slow.",
  empty: "No offers: nothing in the catalogue has these words at this price and in its currency.",
  feed_pending: "No offers yet: the product search is still being built.",
  http_error: "No offers: the server could not answer.",
  circuit_open: "No offers: the circuit breaker is open after failures.",
  no_campaign: "No offers: no active campaign.",
};

/** The faults that are on, in words; empty when there are none. */
export function faultsOn(server: ServerFaults, page: PageFaults): string[] {
  return [
    ...faultWords(server),
    ...PAGE_SWITCHES.filter(({ name }) => page[name]).map(({ label }) => label),
  ];
}
