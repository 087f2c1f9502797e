import type {
  AdUnitType,
  CampaignStatus,
  ConversionType,
} from "../../server/src/contract/enums.ts";

/**
 * The reference ledger: what the contract's sections 3, 5 and 6 say about money, in the plainest
 * form, and nothing of how the exchange does it. Micro-credits throughout.
 */
export interface Terms {
  readonly unit: AdUnitType;
  readonly price: bigint;
  readonly feeBps: bigint;
  readonly budget: bigint;
  readonly cap: bigint | null;
  readonly startsAtMs: number | null;
  readonly endsAtMs: number | null;
  readonly verifiedOnly: boolean;
  readonly advertisersWord: boolean;
}

export interface Reported {
  readonly type: "impression" | "click" | "conversion";
  readonly conversion?: ConversionType | undefined;
  readonly count: number;
  readonly delivery: {
    readonly id: string;
    readonly issuedAtMs: number;
    readonly isOwn: boolean;
  } | null;
  readonly click: string | null;
  readonly session: string | null;
  readonly order: string | null;
  readonly byAdvertiser: boolean;
  readonly atMs: number | null;
}

export interface Verdict {
  /** Any of these may be named; none: it is billed in full. */
  readonly reasons: ReadonlySet<string>;
  readonly counted: number;
  readonly charged: bigint;
}

interface Delivery {
  readonly id: string;
  readonly issuedAtMs: number;
  impressions: number;
  clickedAtMs: number | null;
  readonly served: Set<string>;
}

export interface Account {
  readonly terms: Terms;
  readonly advertiser: string;
  status: CampaignStatus;
  funded: bigint;
  escrow: bigint;
  earned: bigint;
  fee: bigint;
  refunded: bigint;
  cap: bigint | null;
  drainsUntilMs: number | null;
  hasDelivered: boolean;
  coupon: { left: number; readonly orders: Set<string> } | null;
  readonly deliveries: Delivery[];
  readonly spentOn: Map<number, bigint>;
  readonly sessions: Map<string, number>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const IMPRESSIONS_MAX = 10_000;
const CLOSED: ReadonlySet<CampaignStatus> = new Set([
  "pending_review",
  "pending_start",
  "rejected",
  "canceled",
  "completed",
]);
const AT_ADVERTISER: ReadonlySet<string> = new Set(["cpa", "cpl", "cpi"]);
const BILLED: Readonly<Record<AdUnitType, string>> = {
  cpm: "impression",
  cpia: "insertion",
  cpc: "click",
  cpr: "recommendation",
  cpd: "decision",
  cppromo: "coupon_redeemed",
  cpa: "cpa",
  cpl: "cpl",
  cpi: "cpi",
};
/** With a session, also once per session and this long. */
const SESSION_MS: Readonly<Record<string, number>> = {
  insertion: HOUR_MS / 2,
  recommendation: DAY_MS,
  decision: DAY_MS,
};
const CLICK_DAYS_MS = 7 * DAY_MS;
const CONTEXT_MS = 24 * HOUR_MS;
/** How long before its delivery an event may have happened, by the publisher's clock. */
const EARLY_MAX_MS = 5 * 60_000;

/** Two clocks of one moment may differ by this much. */
const SAME_MOMENT_MS = 1_000;

export type Reference = ReturnType<typeof createReference>;

export function createReference() {
  const accounts = new Map<string, Account>();
  /** Orders, leads and installs that paid, for each advertiser and for ever. */
  const orders = new Set<string>();
  const need = (id: string): Account => {
    const account = accounts.get(id);
    if (account === undefined) throw new Error(`The reference knows no campaign ${id}.`);
    return account;
  };

  return {
    accounts,
    need,
    book(id: string, advertiser: string, terms: Terms, nowMs: number) {
      accounts.set(id, newAccount(advertiser, terms, nowMs));
    },
    topUp(id: string, amount: bigint) {
      const account = need(id);
      account.funded += amount;
      account.escrow += amount;
      if (account.status === "exhausted" && canPay(account)) account.status = "active";
    },
    resume(id: string, nowMs: number) {
      const account = need(id);
      const startsLater = (account.terms.startsAtMs ?? 0) > nowMs;
      account.status = startsLater ? "pending_start" : canPay(account) ? "active" : "exhausted";
    },
    delivered(id: string, delivery: string, issuedAtMs: number) {
      need(id).hasDelivered = true;
      know(need(id), delivery, issuedAtMs);
    },
    /** Starts the end; without any delivery there is nothing to wait for. */
    end(id: string, to: "refunding" | "completing", drain: { nowMs: number; seconds: number }) {
      const account = need(id);
      account.status = to;
      const isSlow = AT_ADVERTISER.has(BILLED[account.terms.unit]);
      const drainMs = account.hasDelivered ? (isSlow ? DAY_MS : drain.seconds * 1_000) : 0;
      account.drainsUntilMs = drain.nowMs + drainMs;
      if (drainMs === 0) close(account);
    },
    /** Time has come for something; says whether there was anything. */
    advance(id: string, nowMs: number, drainSeconds: number): boolean {
      const account = need(id);
      if (account.status === "completing" || account.status === "refunding") {
        const isOver = account.drainsUntilMs !== null && account.drainsUntilMs <= nowMs;
        if (isOver) close(account);
        return isOver;
      }
      if (isToEnd(account, nowMs)) {
        this.end(id, "completing", { nowMs, seconds: drainSeconds });
        return true;
      }
      const isToStart =
        account.status === "pending_start" && (account.terms.startsAtMs ?? 0) <= nowMs;
      if (isToStart) account.status = "active";
      return isToStart;
    },
    settle(id: string, event: Reported, nowMs: number): Verdict {
      return settle({ account: need(id), event, nowMs, orders });
    },
  };
}

function newAccount(advertiser: string, terms: Terms, nowMs: number): Account {
  const isLater = terms.startsAtMs !== null && terms.startsAtMs > nowMs;
  return {
    terms,
    advertiser,
    status: isLater ? "pending_start" : "active",
    funded: terms.budget,
    escrow: terms.budget,
    earned: 0n,
    fee: 0n,
    refunded: 0n,
    cap: terms.cap,
    drainsUntilMs: null,
    hasDelivered: false,
    coupon: null,
    deliveries: [],
    spentOn: new Map(),
    sessions: new Map(),
  };
}

function canPay(account: Account): boolean {
  return account.escrow >= account.terms.price;
}

function close(account: Account): void {
  account.refunded += account.escrow;
  account.escrow = 0n;
  account.status = account.status === "refunding" ? "canceled" : "completed";
}

function isToEnd(account: Account, nowMs: number): boolean {
  const { endsAtMs } = account.terms;
  const isIdle = account.status === "exhausted" && lastSpentMs(account) <= nowMs - 30 * DAY_MS;
  return isIdle || (endsAtMs !== null && endsAtMs <= nowMs);
}

/** The start of the day after the last settlement is late enough to tell idle campaigns. */
function lastSpentMs(account: Account): number {
  return Math.max(...[...account.spentOn.keys()].map((day) => day * DAY_MS));
}

function know(account: Account, id: string, issuedAtMs: number): Delivery {
  const known = account.deliveries.find((delivery) => delivery.id === id);
  if (known !== undefined) return known;
  const made = { id, issuedAtMs, impressions: 0, clickedAtMs: null, served: new Set<string>() };
  account.deliveries.push(made);
  account.deliveries.sort((left, right) => (left.id < right.id ? -1 : 1));
  return made;
}

interface Case {
  readonly account: Account;
  readonly event: Reported;
  readonly nowMs: number;
  readonly orders: Set<string>;
}

function settle(one: Case): Verdict {
  const { account, event } = one;
  const kind = kindOf(one);
  const refusals = refusalsOf(one, kind);
  const isBelieved = refusals.size === 0;
  const isAtAdvertiser = AT_ADVERTISER.has(kind);
  const found = isAtAdvertiser ? findTouch(one, isBelieved) : findDelivery(one, kind, isBelieved);
  const room = typeof found === "string" ? 0 : roomOf(one, kind, found);
  for (const refusal of refusalsBy(one, found, room)) refusals.add(refusal);
  if (isAtAdvertiser && event.order !== null && one.orders.has(orderKeyOf(one, kind))) {
    refusals.add("duplicate");
  }
  if (wasSessionCharged(one, kind)) refusals.add("duplicate");
  if (account.terms.verifiedOnly && !event.byAdvertiser) refusals.add("unverified");
  if (refusals.size > 0 || typeof found === "string") {
    return { reasons: refusals, counted: 0, charged: 0n };
  }
  const verdict =
    BILLED[account.terms.unit] === kind
      ? charge(one, room, quantityOf(event, kind))
      : { reasons: new Set(["not_billing_unit"]), counted: room, charged: 0n };
  if (verdict.counted > 0) remember(one, kind, found, verdict.counted);
  return verdict;
}

/** What speaks against an event because of its delivery. */
function refusalsBy({ event, nowMs }: Case, found: Delivery | string, room: number): string[] {
  if (typeof found === "string") return [found];
  const isEarly = (event.atMs ?? nowMs) < found.issuedAtMs - EARLY_MAX_MS;
  return [...(room === 0 ? ["duplicate"] : []), ...(isEarly ? ["outside_window"] : [])];
}

/** What speaks against an event before its delivery is looked for. */
function refusalsOf({ account, event }: Case, kind: string): Set<string> {
  const refusals = new Set<string>();
  const billed = BILLED[account.terms.unit];
  const isConversionUnit = !["impression", "click", "insertion"].includes(billed);
  if (event.type === "conversion" && billed !== kind) {
    refusals.add(isConversionUnit ? "conversion_type_mismatch" : "not_billing_unit");
  }
  if (AT_ADVERTISER.has(kind) && account.terms.advertisersWord && !event.byAdvertiser) {
    refusals.add("unverified");
  }
  if (CLOSED.has(account.status)) refusals.add("campaign_closed");
  if (kind !== "coupon_redeemed") return refusals;
  const { coupon } = account;
  if (coupon === null || coupon.left === 0) refusals.add("coupon_invalid");
  if (event.order !== null && coupon?.orders.has(event.order) === true) refusals.add("duplicate");
  return refusals;
}

function orderKeyOf({ account, event }: Case, kind: string): string {
  return `${account.advertiser} ${kind} ${event.order}`;
}

function wasSessionCharged({ account, event, nowMs }: Case, kind: string): boolean {
  const windowMs = SESSION_MS[kind];
  if (event.session === null || windowMs === undefined) return false;
  const chargedAtMs = account.sessions.get(`${kind} ${event.session}`);
  return chargedAtMs !== undefined && chargedAtMs > nowMs - windowMs;
}

function kindOf({ account, event }: Case): string {
  if (event.type === "conversion") return event.conversion ?? "";
  if (event.type === "click") return "click";
  return account.terms.unit === "cpia" ? "insertion" : "impression";
}

function quantityOf(event: Reported, kind: string): number {
  return kind === "impression" ? event.count : 1;
}

/** The named delivery, or the campaign's oldest open one. */
function findDelivery(one: Case, kind: string, isBelieved: boolean): Delivery | string {
  const { account, event, nowMs } = one;
  if (event.delivery !== null) {
    if (!event.delivery.isOwn) return "not_delivered";
    const { id, issuedAtMs } = event.delivery;
    if (issuedAtMs < nowMs - DAY_MS) return "outside_window";
    const isNew = !account.deliveries.some((delivery) => delivery.id === id);
    const delivery = know(account, id, issuedAtMs);
    if (isNew && !isBelieved) account.deliveries.splice(account.deliveries.indexOf(delivery), 1);
    return delivery;
  }
  const recent = account.deliveries.filter(({ issuedAtMs }) => issuedAtMs >= nowMs - DAY_MS);
  const open = recent.find((delivery) =>
    kind === "impression" ? delivery.impressions < IMPRESSIONS_MAX : !delivery.served.has(kind),
  );
  // Another order with the same coupon counts, though its delivery has served one.
  const isNextOrder = kind === "coupon_redeemed" && event.order !== null;
  return open ?? (isNextOrder ? recent.at(-1) : undefined) ?? "not_delivered";
}

/** The latest valid click, else the delivery, inside the window. */
function findTouch({ account, event, nowMs }: Case, isBelieved: boolean): Delivery | string {
  const atMs = event.atMs ?? nowMs;
  const isClickValid = ({ clickedAtMs }: Delivery) =>
    clickedAtMs !== null &&
    clickedAtMs >= atMs - CLICK_DAYS_MS &&
    clickedAtMs <= atMs + SAME_MOMENT_MS;
  const isFresh = ({ issuedAtMs }: Delivery) =>
    issuedAtMs >= atMs - CONTEXT_MS && issuedAtMs < atMs + SAME_MOMENT_MS;
  if (event.delivery !== null && !event.delivery.isOwn) return "not_delivered";
  if (event.delivery !== null && isBelieved) {
    know(account, event.delivery.id, event.delivery.issuedAtMs);
  }
  const named = event.click ?? event.delivery?.id;
  const touch =
    named === undefined
      ? (lastClicked(account.deliveries.filter(isClickValid)) ??
        account.deliveries.filter(isFresh).at(-1))
      : account.deliveries.find(({ id }) => id === named);
  if (touch === undefined) return "not_delivered";
  if (touch.clickedAtMs === null && event.click !== null) return "not_delivered";
  const isInside = touch.clickedAtMs === null ? isFresh(touch) : isClickValid(touch);
  return isInside ? touch : "outside_window";
}

function lastClicked(clicked: readonly Delivery[]): Delivery | undefined {
  return clicked.toSorted((a, b) => (a.clickedAtMs ?? 0) - (b.clickedAtMs ?? 0)).at(-1);
}

/** 10,000 impressions, one of everything else, and each order that the advertiser confirms. */
function roomOf({ event }: Case, kind: string, delivery: Delivery): number {
  if (kind === "impression") return Math.min(event.count, IMPRESSIONS_MAX - delivery.impressions);
  const isConfirmed = event.order !== null && AT_ADVERTISER.has(kind) && event.byAdvertiser;
  return delivery.served.has(kind) && !isConfirmed ? 0 : 1;
}

/** As far as escrow and the day's cap reach; the fee is rounded for each unit. */
function charge({ account, nowMs }: Case, room: number, quantity: number): Verdict {
  const { price, feeBps } = account.terms;
  // A day that has begun never goes back, whoever settles late.
  const day = Math.max(Math.floor(nowMs / DAY_MS), ...account.spentOn.keys());
  const spent = account.spentOn.get(day) ?? 0n;
  const byEscrow = account.escrow / price;
  const left = account.cap === null ? null : account.cap - spent;
  const byCap = left === null ? byEscrow : left < 0n ? 0n : left / price;
  const counted = [byEscrow, byCap].reduce((a, b) => (b < a ? b : a), BigInt(room));
  const charged = counted * price;
  const fee = counted * ((price * feeBps) / 10_000n);
  account.escrow -= charged;
  account.earned += charged - fee;
  account.fee += fee;
  account.spentOn.set(day, spent + charged);
  if (account.status === "active" && !canPay(account)) account.status = "exhausted";
  const reasons = new Set<string>();
  if (byEscrow < BigInt(room)) reasons.add("budget_exhausted");
  if (byCap < BigInt(room) && account.cap !== null) reasons.add("daily_cap");
  if (reasons.size === 0 && room < quantity) reasons.add("duplicate");
  return { reasons, counted: Number(counted), charged };
}

function remember(one: Case, kind: string, delivery: Delivery, counted: number): void {
  const { account, event, nowMs } = one;
  if (kind === "impression") delivery.impressions += counted;
  else delivery.served.add(kind);
  if (kind === "click") delivery.clickedAtMs ??= Math.min(event.atMs ?? nowMs, nowMs);
  if (event.session !== null) account.sessions.set(`${kind} ${event.session}`, nowMs);
  if (AT_ADVERTISER.has(kind) && event.order !== null) one.orders.add(orderKeyOf(one, kind));
  if (kind !== "coupon_redeemed" || account.coupon === null) return;
  account.coupon.left -= 1;
  if (event.order !== null) account.coupon.orders.add(event.order);
}
