import { z } from "zod";
import { type AccountRecord, stored } from "../queries.ts";
import type { AdcpCall } from "../task.ts";

export const ARM = "arm";
export const DELIVERY = "delivery";

const count = z.number().min(0).default(0);
const counts = { impressions: count, clicks: count, spend: count, conversions: count };
export const deliverySchema = z.object(counts);
/** What was delivered, and what it cost. **Units** US dollars. */
export type Delivery = z.output<typeof deliverySchema>;

/** Sums up; dollars to the micro-credit. */
export function sumOf(rows: readonly Delivery[]): Delivery {
  const total = (of: (row: Delivery) => number) => rows.reduce((all, row) => all + of(row), 0);
  return {
    impressions: total((row) => row.impressions),
    clicks: total((row) => row.clicks),
    spend: total((row) => Math.round(row.spend * 1e8)) / 1e8,
    conversions: total((row) => row.conversions),
  };
}

export async function simulatedOf(call: AdcpCall, buyId: string): Promise<Delivery> {
  const fixtures =
    call.deps.sandbox === undefined ? [] : await stored.fixtures.find(call, [DELIVERY]);
  return deliverySchema.parse(fixtures.find(({ id }) => id === buyId)?.data ?? {});
}

export const armSchema = z.object({
  arm: z.literal("submitted"),
  task_id: z.string().default("task_sandbox"),
  message: z.string().optional(),
});

/** The answer that the controller laid ready for the next booking of a sandbox account. */
export async function armedAnswerOf(call: AdcpCall, account: AccountRecord) {
  if (call.deps.sandbox === undefined || !account.isSandbox) return undefined;
  const [fixture] = await stored.fixtures.find(call, [ARM]);
  const armed = armSchema.safeParse(fixture?.data);
  if (!armed.success) return undefined;
  await stored.fixtures.save(call, { kind: ARM, id: "next", data: {} });
  const { arm: status, ...more } = armed.data;
  return { status, ...more };
}
