import type pg from "pg";

/** A question to the database whose right answer is "no rows". */
interface Rule {
  readonly name: string;
  readonly text: string;
}

/** **Shape** each query returns one row for every violation. Amounts in micro-credits. */
const rules: readonly Rule[] = [
  {
    name: "every campaign: escrow + earned + fee + refunded = funded, none below zero",
    text: `select campaign_id
      from campaign_book
      where escrow + earned + fee + refunded <> funded
        or least(escrow, earned, fee, refunded, swept_earned, swept_fee) < 0`,
  },
  {
    name: "every campaign: the sum of its events = its journal = its book",
    text: `select b.campaign_id
      from campaign_book b
      left join (
        select campaign_id, count(*) as events, sum(charged) as charged
        from event
        group by campaign_id
      ) e using (campaign_id)
      left join (
        select campaign_id, sum(events) as events, sum(units) as units, sum(escrow_delta) as escrow,
          sum(publisher_delta) as publisher, sum(fee_delta) as fee
        from journal
        group by campaign_id
      ) j using (campaign_id)
      where coalesce(e.events, 0) <> b.events
        or coalesce(j.events, 0) <> b.events
        or coalesce(j.units, 0) <> b.units
        or coalesce(e.charged, 0) <> b.earned + b.fee
        or coalesce(j.escrow, 0) <> -(b.earned + b.fee)
        or coalesce(j.publisher, 0) <> b.earned
        or coalesce(j.fee, 0) <> b.fee
        or b.units * b.unit_price <> b.earned + b.fee
        or b.units * b.unit_fee <> b.fee`,
  },
  {
    name: "every batch: its events = its journal row",
    text: `select coalesce(e.campaign_id, j.campaign_id) as campaign_id
      from (
        select campaign_id, batch_id, count(*) as events, sum(charged) as charged
        from event
        group by campaign_id, batch_id
      ) e
      full join journal j on j.campaign_id = e.campaign_id and j.batch_id = e.batch_id
      where e.events is distinct from j.events or e.charged is distinct from -j.escrow_delta`,
  },
  {
    name: "every delivery: its impressions = those of its events, at most 10,000",
    text: `select d.id
      from delivery d
      join (
        select campaign_id, delivery_id, sum(counted) as counted
        from event
        where kind = 1
        group by campaign_id, delivery_id
      ) e on e.campaign_id = d.campaign_id and e.delivery_id = d.id
      where d.impressions <> e.counted or d.impressions > 10000`,
  },
  {
    name: "every delivery pays one click, one insertion and one recommendation at most",
    text: `select delivery_id
      from event
      where kind in (2, 3, 4, 9) and charged > 0
      group by campaign_id, delivery_id, kind
      having count(*) > 1`,
  },
  {
    name: "every transaction sums to zero",
    text: `select t.id
      from txn t
      left join entry e on e.txn_id = t.id
      group by t.id
      having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2`,
  },
  {
    name: "every account = the sum of its entries, without a gap in its versions",
    text: `select a.id
      from account a
      left join entry e on e.account_id = a.id
      group by a.id
      having coalesce(sum(e.amount), 0) <> a.balance
        or count(e.id) <> a.version
        or coalesce(max(e.account_version), 0) <> a.version`,
  },
  {
    name: "what was swept to the wallets = what the campaigns say was swept",
    text: `select 1
      from (select coalesce(sum(swept_earned + swept_fee), 0) as swept from campaign_book) b,
        (
          select coalesce(-sum(amount), 0) as swept
          from entry
          where type = 'campaign_spend' and account_kind = 'escrow'
        ) w
      where b.swept <> w.swept`,
  },
];

export interface Finding {
  readonly name: string;
  /** Null when all is well, else what is wrong. */
  readonly problem: string | null;
}

/** Whether the books add up, asked over a connection that the exchange does not know. */
export async function checkBooks(client: pg.Client): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, text } of rules) {
    const { rowCount } = await client.query(text);
    findings.push({ name, problem: rowCount === 0 ? null : `${rowCount} violations` });
  }
  return findings;
}
