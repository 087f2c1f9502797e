import type { AdUnitType } from "@placard/publisher-kit/types";
import { type Json, recordOf, textOf } from "../../goods/market/json.ts";
import { NO_FAULTS } from "../faults/defaults.ts";
import type { DemoSettings, DemoState, ServerFaults } from "../wire.ts";
import { refuse } from "./requests.ts";

/** What can be chosen here. */
export type Choices = { publishers: DemoState["publishers"]; hasModelEndpoint: boolean };

/** Source: the switch of the QA console. */
const LATENCY_MAX_MS = 2_000;
/** A day; more would only be the same again. */
const SKEW_MAX_MINUTES = 1_440;

export function defaultSettings(publisher: string): DemoSettings {
  return { publisher, mode: "both", model: "scripted", faults: { ...NO_FAULTS } };
}

/**
 * Reads what `PUT /demo/settings` sends, whole.
 *
 * **Errors** refuses with 422, naming the field.
 */
export function readSettings(body: Json, { publishers, hasModelEndpoint }: Choices): DemoSettings {
  const known = publishers.find(({ name }) => name === body.publisher);
  if (known === undefined) refuse(422, "publisher must be one of the demo's publishers.");
  const adUnitType = readUnit(body.adUnitType, known.adUnitTypes);
  const model = oneOf("model", body.model, ["scripted", "endpoint"]);
  if (model === "endpoint" && !hasModelEndpoint) {
    refuse(422, "model: this demo has no endpoint; start it with DEMO_MODEL_URL.");
  }
  return {
    publisher: known.name,
    ...(adUnitType !== undefined && { adUnitType }),
    mode: oneOf("mode", body.mode, ["sidebar", "context", "both"]),
    model,
    faults: readFaults(recordOf(body.faults) ?? refuse(422, "faults must be an object.")),
  };
}

export function readFaults(faults: Json): ServerFaults {
  return {
    latencyMs: within("faults.latencyMs", faults.latencyMs, [0, LATENCY_MAX_MS]),
    exchange: oneOf("faults.exchange", faults.exchange, [
      "none",
      "timeout",
      "empty",
      "feed_pending",
      "server_error",
    ]),
    card: oneOf("faults.card", faults.card, ["none", "bad_link", "no_disclosure", "script_title"]),
    images: oneOf("faults.images", faults.images, ["none", "missing"]),
    clockSkewMinutes: within("faults.clockSkewMinutes", faults.clockSkewMinutes, [
      -SKEW_MAX_MINUTES,
      SKEW_MAX_MINUTES,
    ]),
    tokenExpired: flag("faults.tokenExpired", faults.tokenExpired),
    globalPrivacyControl: flag("faults.globalPrivacyControl", faults.globalPrivacyControl),
    childDirected: flag("faults.childDirected", faults.childDirected),
  };
}

function readUnit(value: unknown, units: readonly AdUnitType[]): AdUnitType | undefined {
  if (value === undefined) return undefined;
  const known = units.find((unit) => unit === value);
  return known ?? refuse(422, `adUnitType must be one of ${units.join(", ")}.`);
}

export function oneOf<Word extends string>(
  field: string,
  value: unknown,
  words: readonly Word[],
): Word {
  const known = words.find((word) => word === textOf(value));
  return known ?? refuse(422, `${field} must be one of ${words.join(", ")}.`);
}

function within(field: string, value: unknown, [min, max]: readonly [number, number]): number {
  const isWhole = typeof value === "number" && Number.isInteger(value);
  if (isWhole && value >= min && value <= max) return value;
  return refuse(422, `${field} must be a whole number from ${min} to ${max}.`);
}

function flag(field: string, value: unknown): boolean {
  return typeof value === "boolean" ? value : refuse(422, `${field} must be true or false.`);
}
