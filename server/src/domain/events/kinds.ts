import type { EventReason } from "../../contract/enums.ts";
import { EVENT_REASONS } from "../../contract/enums.ts";
import { ADVERTISER_KINDS, type EventKind } from "../../contract/units.ts";

/** Conversions that happen at the advertiser, which may therefore report them too. */
export function isAdvertiserKind(kind: EventKind): boolean {
  return ADVERTISER_KINDS.includes(kind);
}

/** The code of a reason in SQL; 0 means billed in full. */
export function codeOfReason(reason: EventReason | undefined): number {
  return reason === undefined ? 0 : EVENT_REASONS.indexOf(reason) + 1;
}

/** The reason of a code in SQL; undefined for 0, billed in full, and for unknown codes. */
export function reasonOfCode(code: number): EventReason | undefined {
  return code === 0 ? undefined : EVENT_REASONS[code - 1];
}
