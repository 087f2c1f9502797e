import { uuidFromId, uuidOrNull } from "../../contract/ids.ts";
import type { Message } from "../../contract/resources/message.ts";
import { column, type Queryable, query, select, type Tx } from "../../core/sql.ts";
import { flagsOf } from "../review/index.ts";

/**
 * Lets one sender write to one campaign at a time, to the end of the transaction: of messages that
 * come at once, each sees those before it when they are counted.
 */
export async function lockSender(tx: Tx, campaignId: string, senderId: string): Promise<void> {
  await query(tx, "messages.lock_sender", [campaignId, senderId])`
    select pg_advisory_xact_lock(lock_key('message', $1 || ' ' || $2))`;
}

/** How many a sender wrote to a campaign since, and when the first of them was. */
export function countSince(
  db: Queryable,
  of: { campaignId: string; senderId: string; since: Date },
) {
  const values = [uuidFromId(of.campaignId), uuidFromId(of.senderId), of.since];
  return SENT.one(db, "messages.count_since", values)`select ${SENT.list}
    from message m
    where m.campaign_id = $1
      and m.sender_id = $2
      and m.created_at > $3`;
}

const SENT = select({
  count: column.count("count(*)"),
  firstAt: column.nullable(column.date("min(m.created_at)")),
});

export async function insertMessage(tx: Tx, message: Omit<Message, "sender">): Promise<void> {
  await query(tx, "messages.insert", [
    uuidFromId(message.messageId),
    uuidFromId(message.campaignId),
    uuidFromId(message.senderId),
    message.body,
    message.createdAt,
  ])`insert into message (id, campaign_id, sender_id, body, created_at)
    values ($1, $2, $3, $4, $5)`;
}

export function flagged(body: string): Pick<Message, "body" | "flags"> {
  const flags = flagsOf(body);
  return flags.length === 0 ? { body } : { body, flags };
}

const MESSAGE = select({
  messageId: column.id("msg", "m.id"),
  campaignId: column.id("cmp", "m.campaign_id"),
  senderId: column.id("agt", "m.sender_id"),
  displayName: column.text("a.display_name"),
  role: column.plain<Message["sender"]["role"]>(
    "case when c.publisher_id = m.sender_id then 'publisher' else 'advertiser' end",
  ),
  body: column.text("m.body"),
  createdAt: column.time("m.created_at"),
});

/** Newest first, as message_campaign_idx has them. */
export async function findMessages(
  db: Queryable,
  of: { campaignId: string; before?: string | undefined; limit: number },
): Promise<Message[]> {
  const { campaignId, before, limit } = of;
  const values = [uuidFromId(campaignId), uuidOrNull(before), limit];
  const found = await MESSAGE.all(db, "messages.find_of_campaign", values)`select ${MESSAGE.list}
    from message m
    join campaign c on c.id = m.campaign_id
    join agent a on a.id = m.sender_id
    where m.campaign_id = $1
      and ($2::uuid is null or m.id < $2)
    order by m.id desc
    limit $3`;
  return found.map(({ displayName, role, ...message }) => ({
    ...message,
    ...flagged(message.body),
    sender: { displayName, role },
  }));
}
