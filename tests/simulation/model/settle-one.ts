import { timeOfUuid } from "../../../server/src/contract/ids.ts";
import {
  type Book,
  type CouponRow,
  type DeliveryRow,
  type EventRow,
  freshDelivery,
  keyOf,
  ofCampaign,
} from "./schema.ts";
import type { Run } from "./statement.ts";
import { greatest, least, uuidFloor } from "./values.ts";

/** One element of what `settle_events` takes. */
export interface ExactEvent {
  readonly index: number;
  readonly campaign_id: string;
  readonly id: string;
  readonly kind: number;
  readonly quantity: number;
  readonly delivery_id: string | null;
  readonly click_id: string | null;
  readonly preassigned_reason: number;
  readonly is_billing: boolean;
  readonly is_verified: boolean;
  readonly needs_verified: boolean;
  readonly session: string | null;
  readonly session_window: string | null;
  readonly order_hash: string | null;
  readonly by_advertiser: boolean;
  readonly click_window: string;
  readonly context_window: string;
  readonly coupon_code: string | null;
  readonly occurred_at: string | null;
}

/** What the events of one campaign in one batch share. */
export interface CampaignRun {
  readonly run: Run;
  readonly batch: { readonly uuid: string; readonly now: Date };
  readonly isRepeat: boolean;
  readonly seen: Set<string>;
  book: Book;
}

const REASON = {
  duplicate: 1,
  budget: 2,
  dailyCap: 3,
  notDelivered: 4,
  outsideWindow: 5,
  notBillingUnit: 6,
  unverified: 10,
  couponInvalid: 12,
  closed: 14,
} as const;

const CLOSED = new Set(["pending_review", "pending_start", "rejected", "canceled", "completed"]);
const COUPON = 5;
const CLICK = 2;
const IMPRESSION = 1;
const DAY_MS = 86_400_000;

/** The fate of one event while it is decided. */
interface Fate {
  reason: number;
  counted: number;
  charged: bigint;
  deliveryId: string | null;
  isVerified: boolean;
  coupon: CouponRow | undefined;
}

export function decide(state: CampaignRun, event: ExactEvent): object {
  const isFirst = !state.seen.has(event.id);
  state.seen.add(event.id);
  const { tx, schema } = state.run;
  const known = schema.events.get(tx, keyOf(event.campaign_id, event.id));
  if (known !== undefined) return repeated(state, event, { known, isFirst });
  const fate: Fate = {
    reason: event.preassigned_reason,
    counted: 0,
    charged: 0n,
    deliveryId: event.delivery_id,
    isVerified: event.is_verified,
    coupon: undefined,
  };
  let room = event.quantity;
  const rules: readonly (() => void)[] = [
    () => {
      if (CLOSED.has(state.book.status)) fate.reason = REASON.closed;
    },
    () => {
      if (event.kind === COUPON) findCoupon(state, event, fate);
    },
    () => findDelivery(state, event, fate),
    () => {
      room = roomOf(state, event, fate);
    },
    () => {
      if (wasSessionCharged(state, event)) fate.reason = REASON.duplicate;
    },
    () => {
      if (event.needs_verified && !fate.isVerified) fate.reason = REASON.unverified;
    },
    () => charge(state, event, fate, room),
  ];
  for (const rule of rules) {
    if (fate.reason === 0) rule();
  }
  record(state, event, fate);
  return rowOf(state, event, { ...fate, conflict: false });
}

/** Orders, leads and installs. */
const AT_ADVERTISER: ReadonlySet<number> = new Set([6, 7, 8]);

/** An id that is in the books: the outcome it had for its own batch, a duplicate for any other. */
function repeated(
  state: CampaignRun,
  event: ExactEvent,
  { known, isFirst }: { known: EventRow; isFirst: boolean },
): object {
  const isOwn = state.isRepeat && known.batch_id === state.batch.uuid && isFirst;
  const isOther =
    known.kind !== event.kind ||
    known.quantity !== event.quantity ||
    // What is told of an order goes to its touch, whichever delivery it names.
    (!AT_ADVERTISER.has(event.kind) &&
      event.delivery_id !== null &&
      known.delivery_id !== event.delivery_id);
  return rowOf(state, event, {
    reason: isOwn ? known.reason : REASON.duplicate,
    conflict: !isOwn && isOther,
    counted: isOwn ? known.counted : 0,
    charged: isOwn ? known.charged : 0n,
    deliveryId: known.delivery_id,
    isVerified: known.is_verified,
  });
}

function record(state: CampaignRun, event: ExactEvent, fate: Fate): void {
  const { tx, schema } = state.run;
  state.book = { ...state.book, events: state.book.events + 1n };
  useUp(state, event, fate);
  schema.events.insert(tx, keyOf(event.campaign_id, event.id), {
    campaign_id: event.campaign_id,
    id: event.id,
    batch_id: state.batch.uuid,
    delivery_id: fate.deliveryId,
    kind: event.kind,
    reason: fate.reason,
    quantity: event.quantity,
    counted: fate.counted,
    charged: fate.charged,
    is_verified: fate.isVerified,
  });
}

function rowOf(
  state: CampaignRun,
  event: ExactEvent,
  fate: Omit<Fate, "coupon"> & { conflict: boolean },
): object {
  return {
    index: event.index,
    reason: fate.reason,
    is_conflict: fate.conflict,
    counted: fate.reason === REASON.notBillingUnit ? fate.counted || event.quantity : fate.counted,
    charged: String(fate.charged),
    delivery_uuid: fate.deliveryId,
    is_verified: fate.isVerified,
    escrow: String(state.book.escrow),
    status: state.book.status,
  };
}

function findCoupon({ run }: CampaignRun, event: ExactEvent, fate: Fate): void {
  const { tx, schema } = run;
  const code = event.coupon_code?.toLowerCase();
  fate.coupon = ofCampaign(schema.coupons, tx, event.campaign_id).find(
    (coupon) => coupon.code.toLowerCase() === code,
  );
  if (fate.coupon === undefined) {
    fate.reason = REASON.couponInvalid;
    return;
  }
  const redemption = keyOf(event.campaign_id, fate.coupon.id, event.order_hash ?? "none");
  if (event.order_hash !== null && schema.redemptions.get(tx, redemption) !== undefined) {
    fate.reason = REASON.duplicate;
  } else if (fate.coupon.redeemed_count >= fate.coupon.max_redemptions) {
    fate.reason = REASON.couponInvalid;
  }
}

function findDelivery(state: CampaignRun, event: ExactEvent, fate: Fate): void {
  if (AT_ADVERTISER.has(event.kind)) {
    findConverted(state, event, fate);
    return;
  }
  if (fate.deliveryId !== null) return;
  const { tx, schema } = state.run;
  const floor = uuidFloor(state.batch.now.getTime() - DAY_MS);
  const recent = ofCampaign(schema.deliveries, tx, event.campaign_id)
    .filter((delivery) => delivery.id >= floor)
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  const open = recent.find((delivery) =>
    event.kind === IMPRESSION
      ? delivery.impressions < 10_000
      : (delivery.used & (1 << event.kind)) === 0,
  );
  // A second order with the same coupon may come from a delivery that served one before.
  const found = open ?? (event.order_hash === null ? undefined : recent.at(-1));
  fate.deliveryId = found?.id ?? null;
  if (found === undefined) fate.reason = REASON.notDelivered;
}

/** The order, lead or install at the advertiser: its touch, and whether its order was paid. */
function findConverted(state: CampaignRun, event: ExactEvent, fate: Fate): void {
  const { tx, schema } = state.run;
  if (event.delivery_id !== null) ensureDelivery(state, event.campaign_id, event.delivery_id);
  const touch = findTouch(state, event);
  fate.deliveryId = touch.deliveryId;
  fate.isVerified = fate.isVerified || touch.isVerified;
  fate.reason = touch.reason;
  if (fate.reason !== 0 || event.order_hash === null) return;
  const key = keyOf(state.book.advertiser_id, event.kind, event.order_hash);
  const order = schema.orders.get(tx, key);
  if (order === undefined) return;
  const is_verified = order.is_verified || event.by_advertiser;
  schema.orders.put(tx, key, { ...order, is_verified });
  fate.reason = REASON.duplicate;
}

/** `find_touch`: the named click or delivery, else the latest click, else the latest delivery. */
function findTouch(
  { run, batch }: CampaignRun,
  event: ExactEvent,
): { deliveryId: string | null; isVerified: boolean; reason: number } {
  const at = event.occurred_at === null ? batch.now.getTime() : Date.parse(event.occurred_at);
  const clickFrom = at - Number.parseInt(event.click_window, 10) * DAY_MS;
  const floor = uuidFloor(at - Number.parseInt(event.context_window, 10) * 3_600_000);
  const ceiling = uuidFloor(at + 1_000);
  const isInWindow = (clickedAt: Date | null) =>
    clickedAt !== null && clickedAt.getTime() >= clickFrom && clickedAt.getTime() <= at + 1_000;
  const all = ofCampaign(run.schema.deliveries, run.tx, event.campaign_id);
  let found: DeliveryRow | undefined;
  const named = event.click_id ?? event.delivery_id;
  if (named !== null) {
    found = all.find((delivery) => delivery.id === named);
    if (event.click_id !== null && found?.clicked_at === null) found = undefined;
  } else {
    found =
      latest(
        all.filter((delivery) => isInWindow(delivery.clicked_at)),
        (delivery) => delivery.clicked_at?.getTime() ?? 0,
      ) ??
      latest(
        all.filter((delivery) => delivery.id >= floor && delivery.id < ceiling),
        (delivery) => delivery.id,
      );
  }
  if (found === undefined) {
    return { deliveryId: null, isVerified: false, reason: REASON.notDelivered };
  }
  const isClicked = found.clicked_at !== null;
  const isIn = found.id >= floor && found.id < ceiling;
  const isLate = isClicked ? !isInWindow(found.clicked_at) : !isIn;
  return {
    deliveryId: found.id,
    isVerified: !isLate && isClicked && found.is_click_verified,
    reason: isLate ? REASON.outsideWindow : 0,
  };
}

function latest<T>(items: readonly T[], rank: (item: T) => number | string): T | undefined {
  return items.toSorted((left, right) => (rank(left) < rank(right) ? 1 : -1))[0];
}

function ensureDelivery({ run }: CampaignRun, campaignId: string, id: string): DeliveryRow {
  const key = keyOf(campaignId, id);
  const known = run.schema.deliveries.get(run.tx, key);
  if (known !== undefined) return known;
  const made = freshDelivery(campaignId, id);
  run.schema.deliveries.put(run.tx, key, made);
  return made;
}

function roomOf(state: CampaignRun, event: ExactEvent, fate: Fate): number {
  const delivery = ensureDelivery(state, event.campaign_id, fate.deliveryId ?? "");
  let room = event.quantity;
  if (event.kind === IMPRESSION) room = Math.min(room, 10_000 - delivery.impressions);
  const isConfirmed = event.order_hash !== null && (fate.isVerified || delivery.is_click_verified);
  if ((delivery.used & (1 << event.kind)) !== 0 && !isConfirmed) room = 0;
  const atMs = event.occurred_at === null ? Infinity : Date.parse(event.occurred_at);
  if (atMs < timeOfUuid(delivery.id) - 5 * 60_000) fate.reason = REASON.outsideWindow;
  else if (room === 0) fate.reason = REASON.duplicate;
  return room;
}

/** The only form of interval that session windows have. */
function windowMsOf(interval: string | null): number {
  const [, minutes] = /^(\d+) minutes$/.exec(interval ?? "") ?? [];
  if (minutes === undefined) throw new Error(`The session window ${interval} is unknown.`);
  return Number(minutes) * 60_000;
}

function sessionKeyOf(event: ExactEvent): string {
  return keyOf(event.campaign_id, event.kind, event.session ?? "");
}

function wasSessionCharged({ run, batch }: CampaignRun, event: ExactEvent): boolean {
  if (event.session === null) return false;
  const chargedAt = run.schema.sessions.get(run.tx, sessionKeyOf(event));
  const windowMs = windowMsOf(event.session_window);
  return chargedAt !== undefined && chargedAt.getTime() > batch.now.getTime() - windowMs;
}

/** What it costs, as far as the money reaches. */
function charge(state: CampaignRun, event: ExactEvent, fate: Fate, room: number): void {
  const { book } = state;
  if (!event.is_billing) {
    fate.counted = room;
    fate.reason = REASON.notBillingUnit;
    return;
  }
  let counted = least(BigInt(room), book.escrow / book.unit_price);
  if (counted < room) fate.reason = REASON.budget;
  const capped =
    book.daily_cap === null ? counted : (book.daily_cap - book.spent_today) / book.unit_price;
  if (capped < counted) {
    counted = greatest(0n, capped);
    fate.reason = REASON.dailyCap;
  }
  fate.counted = Number(counted);
  fate.charged = counted * book.unit_price;
  const escrow = book.escrow - fate.charged;
  const isOver = book.status === "active" && escrow < book.unit_price;
  state.book = {
    ...book,
    escrow,
    earned: book.earned + counted * (book.unit_price - book.unit_fee),
    fee: book.fee + counted * book.unit_fee,
    units: book.units + counted,
    spent_today: book.spent_today + fate.charged,
    status: isOver ? "exhausted" : book.status,
  };
  if (fate.reason === 0 && fate.counted < event.quantity) fate.reason = REASON.duplicate;
}

/** What it used up. An event that found no money leaves its delivery as it was. */
function useUp(state: CampaignRun, event: ExactEvent, fate: Fate): void {
  const { tx, schema } = state.run;
  const { now } = state.batch;
  if (fate.counted === 0) {
    if (event.kind !== CLICK || fate.reason !== REASON.duplicate || !event.is_verified) return;
    const key = keyOf(event.campaign_id, fate.deliveryId ?? "");
    const delivery = schema.deliveries.get(tx, key);
    if (delivery === undefined) return;
    schema.deliveries.put(tx, key, { ...delivery, is_click_verified: true });
    return;
  }
  const delivery = ensureDelivery(state, event.campaign_id, fate.deliveryId ?? "");
  const isImpression = event.kind === IMPRESSION;
  schema.deliveries.put(tx, keyOf(event.campaign_id, delivery.id), {
    ...delivery,
    impressions: delivery.impressions + (isImpression ? fate.counted : 0),
    used: delivery.used | (isImpression ? 0 : 1 << event.kind),
    clicked_at:
      event.kind === CLICK ? (delivery.clicked_at ?? happenedAt(event, now)) : delivery.clicked_at,
    is_click_verified: delivery.is_click_verified || (event.kind === CLICK && event.is_verified),
  });
  if (event.session !== null) schema.sessions.put(tx, sessionKeyOf(event), now);
  rememberOrder(state, event, fate);
}

/** A report may come later than its click. */
function happenedAt({ occurred_at }: ExactEvent, now: Date): Date {
  const occurred = occurred_at === null ? now : new Date(occurred_at);
  return occurred < now ? occurred : now;
}

function rememberOrder({ run, book }: CampaignRun, event: ExactEvent, fate: Fate): void {
  const { tx, schema } = run;
  if (event.kind === COUPON) {
    const { coupon } = fate;
    if (coupon === undefined) return;
    const redeemed_count = coupon.redeemed_count + 1;
    schema.coupons.put(tx, coupon.id, { ...coupon, redeemed_count });
    if (event.order_hash === null) return;
    const key = keyOf(event.campaign_id, coupon.id, event.order_hash);
    schema.redemptions.insert(tx, key, event.id);
    return;
  }
  if (event.order_hash === null) return;
  schema.orders.insert(tx, keyOf(book.advertiser_id, event.kind, event.order_hash), {
    event_id: event.id,
    is_verified: fate.isVerified,
  });
}
