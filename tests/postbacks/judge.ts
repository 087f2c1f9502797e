import type pg from "pg";
import { z } from "zod";
import { idFromUuid } from "../../server/src/contract/ids.ts";
import { isAccepted } from "./moods.ts";
import type { Delivery, Storm } from "./storm.ts";

/** One rule, and what broke it; null when it held. */
export interface Finding {
  readonly name: string;
  readonly problem: string | null;
}

export interface Verdict {
  readonly findings: readonly Finding[];
  readonly sent: number;
  readonly requests: number;
  readonly moods: Readonly<Record<string, number>>;
  readonly storm: Omit<Storm, "deliveries">;
}

const bodySchema = z.object({
  id: z.string(),
  type: z.string(),
  data: z.object({ eventId: z.string().optional() }),
});

/** Holds what the receiver saw against what the books say had to be sent. */
export async function judgeStorm(client: pg.Client, storm: Storm): Promise<Verdict> {
  const { deliveries, ...rest } = storm;
  const { rows } = await client.query<{ id: string }>(
    "select id from event where kind = 2 and charged > 0",
  );
  const wanted = rows.map((row) => idFromUuid("evt", row.id));
  const clicks = deliveries.flatMap((delivery) => {
    const { type, data, id } = bodySchema.parse(JSON.parse(delivery.body));
    const { eventId } = data;
    return type === "click.recorded" && eventId !== undefined ? [{ ...delivery, eventId, id }] : [];
  });
  const byEvent = Map.groupBy(clicks, (click) => click.eventId);
  const unsent = wanted.filter((id) => !byEvent.get(id)?.some(({ mood }) => isAccepted(mood)));
  const stray = [...byEvent.keys()].filter((id) => !wanted.includes(id));
  const isOne = (pick: (one: Delivery) => string) => (group: readonly Delivery[]) =>
    new Set(group.map(pick)).size === 1;
  const groups = [...byEvent.values()];
  const renewed = deliveries.filter((delivery) => delivery.isVerifiedByNew !== undefined);
  const findings: Finding[] = [
    none("the receiver accepted every event at least once", unsent.length),
    none("nothing was sent that did not happen", stray.length),
    none(
      "an event has one id on every attempt",
      count(
        groups,
        isOne((one) => one.webhookId),
      ),
    ),
    none(
      "an event has the same bytes on every attempt",
      count(
        groups,
        isOne((one) => one.body),
      ),
    ),
    none("id of header and body agree", clicks.filter((one) => one.id !== one.webhookId).length),
    none(
      "everything is verified by the secret from before the rotations",
      deliveries.filter((delivery) => !delivery.isVerifiedByOld).length,
    ),
    none(
      "everything is verified by the new secret after a rotation",
      renewed.filter((delivery) => delivery.isVerifiedByNew === false).length,
    ),
    some("rotations were seen under way", renewed.length),
    none("nobody connected to a forbidden address", storm.forbiddenConnections),
    some("messages to forbidden addresses were blocked", storm.blocked),
    some("attempts were needed beyond the first", deliveries.length - wanted.length),
  ];
  const moods = Object.fromEntries(
    [...Map.groupBy(deliveries, (delivery) => delivery.mood)].map(([mood, all]) => [
      mood,
      all.length,
    ]),
  );
  return { findings, sent: wanted.length, requests: deliveries.length, moods, storm: rest };
}

function count<T>(items: readonly T[], holds: (item: T) => boolean): number {
  return items.filter((item) => !holds(item)).length;
}

function none(name: string, wrong: number): Finding {
  return { name, problem: wrong === 0 ? null : `${wrong} times not` };
}

function some(name: string, times: number): Finding {
  return { name, problem: times > 0 ? null : "never" };
}
