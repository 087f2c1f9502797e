import { z } from "zod";
import { type AccountRecord, type BuyRecord, deleteFixture, findFixtures } from "../queries.ts";
import type { AdcpCall } from "../task.ts";

/** What a media buy delivered; more than these members are shown of a package. */
export interface Delivery {
  readonly impressions: number;
  readonly clicks: number;
  readonly spend: number;
  readonly conversions: number;
  readonly by_event_type?: readonly object[];
  readonly viewability?: object;
}

const deliverySchema = z.object({
  impressions: z.number().default(0),
  clicks: z.number().default(0),
  spend: z.number().default(0),
  conversions: z.number().default(0),
});

export const ARM = "arm";
export const DELIVERY = "delivery";

export async function simulatedOf(call: AdcpCall, buy: BuyRecord): Promise<Delivery> {
  if (call.deps.sandbox === undefined) return deliverySchema.parse({});
  const fixtures = await findFixtures(call, DELIVERY);
  return deliverySchema.parse(fixtures.find(({ id }) => id === buy.id)?.data ?? {});
}

const armSchema = z.looseObject({
  arm: z.string(),
  task_id: z.string().optional(),
  message: z.string().optional(),
});

/** The answer that the controller laid ready for the next booking of a sandbox account. */
export async function armedAnswerOf(
  call: AdcpCall,
  account: AccountRecord,
): Promise<object | undefined> {
  if (call.deps.sandbox === undefined || !account.isSandbox) return undefined;
  const [armed] = await findFixtures(call, ARM);
  if (armed === undefined) return undefined;
  await deleteFixture(call, ARM, armed.id);
  const { arm, task_id = "task_sandbox", message } = armSchema.parse(armed.data);
  if (arm !== "submitted") return undefined;
  return { status: "submitted", task_id, ...(message !== undefined && { message }) };
}
