import type { Micros } from "../../contract/money.ts";

/** What AdCP's tasks store beside campaigns. */
export interface AccountRecord {
  readonly id: string;
  readonly brand: string;
  readonly operator: string;
  readonly isSandbox: boolean;
  readonly status: string;
  /** What `sync_accounts` sent, as it is shown. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface CreativeRecord {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly clickUrl: string | null;
  readonly status: "approved" | "pending_review" | "rejected" | "archived" | "processing";
  readonly data: {
    readonly format_id: { readonly agent_url: string; readonly id: string };
    readonly assets: Readonly<Record<string, unknown>>;
    readonly tags?: readonly string[] | undefined;
    readonly rejection?: string | undefined;
  };
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface PackageRecord {
  readonly buyId: string;
  readonly number: number;
  readonly id: string;
  /** Null while it is a draft. */
  readonly campaignId: string | null;
  /** Of a draft; a campaign has its own. */
  readonly budget: Micros;
  readonly data: {
    readonly productId: string;
    readonly pricingOptionId: string;
    readonly creativeIds: readonly string[];
    readonly startAt?: string | undefined;
    readonly endAt?: string | undefined;
    readonly isPaused?: boolean | undefined;
    /** Was resumed: the protocol has no way back to a waiting state. */
    readonly wasResumed?: boolean | undefined;
    readonly canceledAt?: string | undefined;
    readonly cancelReason?: string | undefined;
    /** Members that are shown as they were sent. */
    readonly echo: Readonly<Record<string, unknown>>;
  };
}

export interface BuyRecord {
  readonly id: string;
  readonly revision: number;
  readonly canceledAt: Date | null;
  readonly data: {
    readonly accountId: string;
    readonly brand: string;
    readonly isSandbox: boolean;
    readonly startAt: string;
    readonly endAt: string;
    readonly cancelReason?: string | undefined;
    /** Set by the test controller only. */
    readonly forcedStatus?: string | undefined;
    readonly echo: Readonly<Record<string, unknown>>;
  };
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly packages: readonly PackageRecord[];
}

export interface EventSourceRecord {
  readonly id: string;
  readonly data: {
    readonly name?: string | undefined;
    readonly event_types?: readonly string[] | undefined;
  };
}
