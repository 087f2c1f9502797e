import type { Schema } from "./schema.ts";
import { type Book, type CampaignRow, keyOf, ofCampaign, putBook } from "./schema.ts";
import { lockBooks, type Meaning, plain, type Run } from "./statement.ts";
import type { Txn } from "./store.ts";
import { asSelected, dayOf } from "./values.ts";

const CREATIVE_VERSION = 1;
const DAY_MS = 86_400_000;
const GIVEN_UP_DAYS = 30;

const insertCampaign = plain(({ tx, schema, values }) => {
  const id = values.text(0);
  const campaign: CampaignRow = {
    id,
    number: BigInt(schema.campaigns.all(tx).length + 1),
    ad_unit_type: adUnitOf(schema, tx, values.text(4)),
    rate: values.big(6),
    fee_bps: values.number(9),
    start_at: values.dateOrNull(17),
    end_at: values.dateOrNull(18),
    click_days: values.number(19),
    context_hours: values.number(20),
    conversion_source: values.text(21) === "advertiser" ? "advertiser" : "any",
    verified_only: values.flag(22),
    cited_only: values.flag(24),
    drains_until: null,
    revision: 1,
    created_at: values.date(23),
    updated_at: values.date(23),
    creative: {
      id: values.text(1),
      text: values.text(13),
      url: values.text(14),
      types: values.list(25),
      names: values.list(26),
    },
  };
  schema.campaigns.insert(tx, id, campaign);
  putBook(schema, tx, {
    campaign_id: id,
    advertiser_id: values.text(2),
    publisher_id: values.text(3),
    placement_id: values.text(4),
    status: values.text(12) === "active" ? "active" : "pending_start",
    unit_price: values.big(7),
    unit_fee: values.big(8),
    funded: values.big(10),
    escrow: values.big(10),
    earned: 0n,
    fee: 0n,
    refunded: 0n,
    swept_earned: 0n,
    swept_fee: 0n,
    units: 0n,
    events: 0n,
    deliveries: 0n,
    daily_cap: values.bigOrNull(11),
    spent_day: null,
    spent_today: 0n,
  });
  return [];
});

function adUnitOf(schema: Schema, tx: Txn, placementId: string) {
  const placement = schema.placements.get(tx, placementId);
  if (placement === undefined) throw new Error(`No placement ${placementId}.`);
  return placement.ad_unit_type;
}

const findCampaign = plain(({ tx, schema, values }) => {
  const id = values.text(0);
  const campaign = schema.campaigns.get(tx, id);
  const book = schema.books.get(tx, id);
  if (campaign === undefined || book === undefined) return [];
  const { creative, number, drains_until, ...columns } = campaign;
  const coupons = ofCampaign(schema.coupons, tx, id).map((coupon) => coupon.id);
  return [
    {
      ...columns,
      campaign_id: id,
      advertiser_id: book.advertiser_id,
      publisher_id: book.publisher_id,
      placement_id: book.placement_id,
      rate_credits: String(campaign.rate),
      brand_id: null,
      status: book.status,
      budget_credits: String(book.funded),
      escrow: String(book.escrow),
      spent: String(book.earned + book.fee),
      refunded_credits: String(book.refunded),
      daily_cap_credits: book.daily_cap === null ? null : String(book.daily_cap),
      creative_id: creative.id,
      text: creative.text,
      url: creative.url,
      review_status: "approved",
      review_reason: null,
      version: CREATIVE_VERSION,
      types: creative.types,
      names: creative.names,
      coupon_ids: coupons.sort().reverse(),
    },
  ];
});

const lockBook: Meaning = function* (run) {
  const { tx, schema, values } = run;
  const id = values.text(0);
  yield* lockBooks([id]);
  const book = schema.books.get(tx, id);
  if (book === undefined) return [];
  return [{ ...asSelected(book), has_delivered: book.deliveries > 0n }];
};

/** Changes a book under its lock, if it is still what the statement asks for. */
function changeBook(
  change: (book: Book, run: Run) => Book | undefined,
  answer: (after: Book, run: Run) => object = ({ campaign_id }) => ({ id: campaign_id }),
): Meaning {
  return function* (run) {
    const { tx, schema, values } = run;
    const id = values.text(0);
    yield* lockBooks([id]);
    const book = schema.books.get(tx, id);
    const after = book === undefined ? undefined : change(book, run);
    if (after === undefined) return [];
    putBook(schema, tx, after);
    return [answer(after, run)];
  };
}

const setStatus: Meaning = function* (run) {
  const { tx, schema, values } = run;
  const id = values.text(0);
  yield* lockBooks([id]);
  const book = schema.books.get(tx, id);
  const campaign = schema.campaigns.get(tx, id);
  if (book?.status !== values.text(1) || campaign === undefined) return [];
  const status = STATUSES.find((one) => one === values.text(2));
  if (status === undefined) throw new Error(`No status ${values.text(2)}.`);
  putBook(schema, tx, { ...book, status });
  yield `campaign:${id}`;
  schema.campaigns.put(tx, id, {
    ...campaign,
    revision: campaign.revision + 1,
    updated_at: values.date(3),
    drains_until: values.dateOrNull(4) ?? campaign.drains_until,
  });
  return [{ id }];
};

const STATUSES = [
  "pending_start",
  "active",
  "paused",
  "exhausted",
  "refunding",
  "canceled",
  "completing",
  "completed",
] as const;

const releaseEscrow = changeBook((book, { values }) => {
  if (book.escrow !== values.big(1) || !values.list(2).includes(book.status)) return undefined;
  return { ...book, escrow: 0n, refunded: book.refunded + book.escrow };
});

const addFunds = changeBook(
  (book, { values }) => {
    if (!values.list(2).includes(book.status)) return undefined;
    const amount = values.big(1);
    return { ...book, funded: book.funded + amount, escrow: book.escrow + amount };
  },
  ({ funded }, { values }) => ({ starts_at: String(funded - values.big(1)) }),
);

const setLimits: Meaning = function* (run) {
  const { tx, schema, values } = run;
  const id = values.text(0);
  yield* lockBooks([id]);
  const book = schema.books.get(tx, id);
  const campaign = schema.campaigns.get(tx, id);
  if (book === undefined || campaign === undefined) return [];
  putBook(schema, tx, { ...book, daily_cap: values.bigOrNull(1) ?? book.daily_cap });
  yield `campaign:${id}`;
  schema.campaigns.put(tx, id, {
    ...campaign,
    start_at: values.dateOrNull(4) ?? campaign.start_at,
    end_at: values.dateOrNull(2) ?? campaign.end_at,
    revision: campaign.revision + 1,
    updated_at: values.date(3),
  });
  return [];
};

const findDue = plain((run) => {
  const { tx, schema, values } = run;
  const now = values.date(0);
  return schema.books
    .all(tx)
    .filter((book) => isDue(run, book, now))
    .map(({ campaign_id, status }) => ({ campaign_id, status }))
    .sort((left, right) => (left.campaign_id < right.campaign_id ? -1 : 1));
});

function isDue({ tx, schema }: Run, book: Book, now: Date): boolean {
  const campaign = schema.campaigns.get(tx, book.campaign_id);
  if (campaign === undefined) return false;
  const isPast = (time: Date | null) => time !== null && time <= now;
  switch (book.status) {
    case "pending_start":
      return isPast(campaign.start_at) || isPast(campaign.end_at);
    case "active":
    case "paused":
      return isPast(campaign.end_at);
    case "exhausted":
      return isPast(campaign.end_at) || isGivenUp(schema, tx, book, now);
    case "completing":
    case "refunding":
      return isPast(campaign.drains_until);
    default:
      return false;
  }
}

/** Nobody has added budget for 30 days. */
function isGivenUp(schema: Schema, tx: Txn, book: Book, now: Date): boolean {
  const longAgo = new Date(now.getTime() - GIVEN_UP_DAYS * DAY_MS);
  if (book.spent_day === null || book.spent_day > dayOf(longAgo)) return false;
  if (book.spent_day < dayOf(longAgo)) return true;
  return !ofCampaign(schema.journal, tx, book.campaign_id).some((row) => row.at > longAgo);
}

const lockPlacement = plain(({ tx, schema, values }) => {
  const placement = schema.placements.get(tx, values.text(0));
  if (placement === undefined) return [];
  return [
    {
      ...placement,
      placement_id: placement.id,
      rate: String(placement.rate),
      title: "A placement",
      description: "Where a simulated offer is shown.",
      kind: "chat",
      feed_type: null,
      status: "active",
      review_status: "approved",
      review_reason: null,
      context_use: "reasoning_context",
      topics: [],
      excluded_topics: [],
      blocked_brand_ids: [],
      blocked_advertiser_ids: [],
      frequency_cap: null,
      disclosure_label: "Sponsored",
      citations: false,
      revision: 1,
      created_at: new Date(0),
      updated_at: new Date(0),
      is_publisher_active: true,
    },
  ];
});

const insertCoupon = plain(({ tx, schema, values }) => {
  const [campaign_id, id, code] = [values.text(0), values.text(1), values.text(2)];
  const isKnown = ofCampaign(schema.coupons, tx, campaign_id).some(
    (coupon) => coupon.code.toLowerCase() === code.toLowerCase(),
  );
  if (isKnown) return [];
  schema.coupons.insert(tx, id, {
    campaign_id,
    id,
    code,
    agent_instructions: values.text(3),
    max_redemptions: values.number(9),
    redeemed_count: 0,
  });
  return [{ id }];
});

const findCoupon = plain(({ tx, schema, values }) => {
  const coupon = schema.coupons.get(tx, values.text(0));
  if (coupon === undefined) return [];
  return [
    {
      ...coupon,
      coupon_id: coupon.id,
      coupon_code: coupon.code,
      discount_type: "free_shipping",
      discount_value: null,
      currency: null,
      starts_at: null,
      ends_at: null,
      status: coupon.redeemed_count >= coupon.max_redemptions ? "exhausted" : "active",
    },
  ];
});

const tell = plain(({ tx, schema, values }) => {
  schema.outbox.put(tx, keyOf(tx.number, schema.outbox.written(tx).size), {
    type: values.text(1),
    agent_id: values.text(2),
    campaign_id: values.textOrNull(3),
  });
  return [];
});

export const campaignStatements: Readonly<Record<string, Meaning>> = {
  "campaigns.insert": insertCampaign,
  "campaigns.find": findCampaign,
  "campaigns.lock_book": lockBook,
  "campaigns.set_status": setStatus,
  "campaigns.release_escrow": releaseEscrow,
  "campaigns.add_funds": addFunds,
  "campaigns.set_limits": setLimits,
  "campaigns.find_due": findDue,
  "placements.lock": lockPlacement,
  "coupons.insert": insertCoupon,
  "coupons.find": findCoupon,
  "outbox.insert": tell,
};
