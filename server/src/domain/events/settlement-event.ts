import type { CampaignStatus } from "../../contract/enums.ts";
import type { ExchangeError } from "../../contract/errors.ts";
import type { Micros } from "../../contract/money.ts";
import type { EventKind } from "../../contract/units.ts";
import type { CampaignFacts } from "../delivery/index.ts";

/** The reporter of the clicks that the redirect counts. */
export const REDIRECT = "redirect";

export interface SettlementEvent {
  readonly facts: CampaignFacts;
  readonly uuid: string;
  /** The agent that reported it; clicks that the redirect counts have one of their own. */
  readonly reporterId: string;
  readonly kind: EventKind;
  readonly quantity: number;
  readonly deliveryUuid: string | null;
  readonly deliveryVersion: number | null;
  readonly clickUuid: string | null;
  /** A reason that was clear before settlement, as its code; else 0. */
  readonly preassignedReason: number;
  readonly isBilling: boolean;
  readonly isVerified: boolean;
  readonly needsVerified: boolean;
  readonly session: string | null;
  /** PostgreSQL interval text: how long one session pays once. */
  readonly sessionWindow: string | null;
  readonly orderHash: string | null;
  readonly couponCode: string | null;
  readonly byAdvertiser: boolean;
  /** PostgreSQL interval text: a conversion sooner after its click is invalid traffic. */
  readonly installGap?: string;
  readonly occurredAt: string | null;
  readonly detail: object | null;
  /** Whether the report's citation is the delivery's own; absent when it carried none. */
  readonly cited?: boolean | undefined;
}

export interface SettlementResult {
  readonly reason: number;
  readonly isConflict: boolean;
  readonly counted: number;
  readonly charged: Micros;
  readonly deliveryUuid: string | null;
  readonly isVerified: boolean;
  readonly escrow: Micros;
  readonly status: CampaignStatus;
  /** The event could not be settled and is in no book: nothing else of this result holds. */
  readonly fault?: ExchangeError | undefined;
  /**
   * With a fault: where the event is to be queued next, because its campaign was locked or the
   * batch had failed too often to reach it.
   */
  readonly next?: "locked" | "slow" | undefined;
}
