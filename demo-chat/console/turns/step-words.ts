import { numberOf } from "../../goods/market/json.ts";
import type { TimelineStep } from "../wire.ts";

export type Field = { name: string; value: string };
/** A step before it has its place in a turn. */
export type NewStep = Omit<TimelineStep, "id" | "atMs">;

/** What the words need beside the event. */
export type About = {
  /** The advertiser and unit of a campaign, for people to read. */
  nameOf: (campaignId: string) => string;
  unitOf: (campaignId: string) => string | undefined;
  /** How long the call took that the event is about. **Units** milliseconds. */
  durationMs: number | undefined;
};

/** Names and values, without those that are not there. */
export function fieldsOf(values: Readonly<Record<string, unknown>>): Field[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [{ name, value: String(value) }],
  );
}

export function creditsText(credits: unknown): string | undefined {
  if (typeof credits !== "number") return undefined;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 };
  return `${numberOf(credits).toLocaleString("en-US", digits)} cr`;
}
