import { z } from "zod";
import { creditsFromMicros, micros, microsFromCredits } from "../../../contract/money.ts";
import { type Campaign, campaignSchema } from "../../../contract/resources/campaign.ts";
import { accountRefSchema, activeAccountOf } from "../accounts.ts";
import {
  addPackages,
  budgetOf,
  checkFlight,
  checkPackages,
  creativesOf,
  echoOf,
  packageRequestSchema,
  saveDraft,
} from "../booking.ts";
import {
  type BookedPackage,
  type Buy,
  buyOnWire,
  ENDED,
  packageOnWire,
  packageStatusOf,
  requireBuy,
} from "../buys.ts";
import { AdcpError, notFound } from "../errors.ts";
import { microsFromUsd } from "../money.ts";
import { placementOf } from "../products.ts";
import { type BuyRecord, lockBuys, type PackageRecord, stored } from "../queries.ts";
import { type AdcpCall, callTool, defineTask } from "../task.ts";

/** What a buy and its packages change alike. */
const changes = z.object({
  paused: z.boolean().optional(),
  canceled: z.literal(true).optional(),
  cancellation_reason: z.string().optional(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
});
const { creative_assignments, creatives } = packageRequestSchema.shape;
const packageUpdate = z.looseObject({
  ...changes.shape,
  package_id: z.string(),
  budget: z.number().optional(),
  creative_assignments,
  creatives,
});

const request = z.looseObject({
  account: accountRefSchema,
  media_buy_id: z.string().max(255),
  revision: z.number().optional(),
  ...changes.shape,
  packages: z.array(packageUpdate).max(50).default([]),
  new_packages: z.array(packageRequestSchema).max(50).default([]),
});
type Request = z.output<typeof request>;

/** What happens to a package, whether the whole buy or itself was named, and where it was asked. */
type Change = Partial<z.output<typeof packageUpdate>> & { readonly at: string };

export const updateMediaBuy = defineTask({
  name: "update_media_buy",
  request,
  description: "Changes, pauses, resumes or cancels a media buy or its packages.",
  mutates: true,
  async run(call, asked) {
    const isNow = asked.start_time === "asap";
    const wanted = isNow ? { ...asked, start_time: call.now.toISOString() } : asked;
    await activeAccountOf(call, wanted.account);
    await lockBuys(call, [wanted.media_buy_id]);
    const buy = await requireBuy(call, wanted.media_buy_id);
    const { record, packages } = buy;
    checkChangeable(buy, wanted);
    const touched = await changePackages(call, buy, wanted);
    const checked = await checkPackages(call, wanted.new_packages, record.data.brand);
    await addPackages(call, record, { checked, first: packages.length });
    const { start_time: startAt = record.data.startAt, end_time: endAt = record.data.endAt } =
      wanted;
    // A state of the controller's own ends with the first change.
    const data = { ...record.data, startAt, endAt, forcedStatus: undefined };
    const reason = { cancelReason: wanted.cancellation_reason };
    const ending = { canceledAt: call.now, data: { ...data, ...reason } };
    await stored.buys.save(call, { ...record, data, ...(wanted.canceled && ending) });
    const changed = await requireBuy(call, record.id);
    return {
      ...buyOnWire(changed.record, changed.status),
      implementation_date: call.now.toISOString(),
      affected_packages: changed.packages
        .filter(({ record: { id, number } }) => touched.has(id) || number >= packages.length)
        .map((one) => packageOnWire(changed.record, one)),
    };
  },
});

/** **Errors** CONFLICT, NOT_CANCELLABLE, INVALID_STATE, PACKAGE_NOT_FOUND. */
function checkChangeable({ record, status, packages }: Buy, wanted: Request): void {
  const { revision } = record;
  if (wanted.revision !== undefined && wanted.revision !== revision) {
    const message = `The media buy has revision ${revision}.`;
    throw new AdcpError("CONFLICT", message, "revision", { details: { revision } });
  }
  if (ENDED.includes(status)) throw ended(`The media buy is ${status}.`, wanted, { status });
  const known = new Set(packages.map((one) => one.record.id));
  const missing = wanted.packages.findIndex(({ package_id: id }) => !known.has(id));
  if (missing < 0) return;
  throw notFound("package", `packages[${missing}].package_id`);
}

function ended(
  message: string,
  { canceled }: { canceled?: true | undefined },
  { status, field }: { status?: string; field?: string },
): AdcpError {
  if (canceled === true) return new AdcpError("NOT_CANCELLABLE", message, field);
  const details = { status, valid_actions: [] };
  return new AdcpError("INVALID_STATE", message, field, { details });
}

/** Changes the packages that are named, or all of them. Answers which. */
async function changePackages(call: AdcpCall, buy: Buy, wanted: Request): Promise<Set<string>> {
  const whole = changes.parse(wanted);
  const isWhole = Object.keys(whole).length > 0;
  if (wanted.start_time !== undefined || wanted.end_time !== undefined) {
    const { start_time, end_time = buy.record.data.endAt } = wanted;
    checkFlight({ start_time, end_time }, call.now);
  }
  const touched = new Set<string>();
  for (const one of buy.packages) {
    const place = wanted.packages.findIndex(({ package_id: id }) => id === one.record.id);
    const own = wanted.packages[place];
    const at = `packages[${place}]`;
    const isEnded = ENDED.includes(packageStatusOf(one));
    if (own !== undefined && isEnded) throw ended("The package has ended.", own, { field: at });
    // What concerns the whole buy concerns what is still alive of it.
    if (own === undefined && (isEnded || !isWhole)) continue;
    touched.add(one.record.id);
    await changePackage(call, buy.record, one, { ...whole, ...own, at });
  }
  return touched;
}

async function changePackage(call: AdcpCall, buy: BuyRecord, one: BookedPackage, change: Change) {
  const { record, campaign } = one;
  const { data } = record;
  if (change.canceled === true) return cancel(call, record, change);
  const { at, budget, paused: isPaused = data.isPaused } = change;
  const { start_time: startAt = data.startAt, end_time: endAt = data.endAt } = change;
  const { brand } = buy.data;
  const echo = { ...data.echo, ...echoOf(call, change, { at: `${at}.`, brand }) };
  const assigned = change.creative_assignments ?? change.creatives;
  const creativeIds = assigned ? await creativesOf(call, change, brand) : data.creativeIds;
  const isResumed = change.paused === false && packageStatusOf(one) === "paused";
  const wasResumed = data.wasResumed || isResumed || undefined;
  const changed = { creativeIds, startAt, endAt, isPaused, wasResumed, echo };
  const after = { ...record, data: { ...data, ...changed } };
  if (campaign !== undefined) {
    await changeCampaign(call, campaign, change);
    await stored.packages.save(call, after);
    return;
  }
  const placement = await placementOf(call, data.productId);
  if (placement === undefined) {
    throw new AdcpError("PRODUCT_UNAVAILABLE", "The product cannot be booked.", at);
  }
  const more = budget !== undefined && { budget: budgetOf(budget, placement, `${at}.budget`) };
  await saveDraft(call, buy, { ...after, ...more }, placement);
}

async function cancel(
  call: AdcpCall,
  record: PackageRecord,
  { cancellation_reason: cancelReason, at: field }: Change,
): Promise<void> {
  const { campaignId } = record;
  if (campaignId !== null) {
    const args = { campaignId, reason: cancelReason?.trim() === "" ? undefined : cancelReason };
    await callTool(call, { tool: "request_refund", args, field }, campaignSchema);
  }
  const data = { ...record.data, canceledAt: call.now.toISOString(), cancelReason };
  await stored.packages.save(call, { ...record, data });
}

/** One call of `update_campaign` with everything that changes. */
async function changeCampaign(
  call: AdcpCall,
  { campaignId, status, startAt, budgetCredits }: Campaign,
  { budget, start_time: start, end_time: end, paused, at: field }: Change,
): Promise<void> {
  const before = microsFromCredits(budgetCredits);
  const after = budget === undefined ? before : microsFromUsd(budget, `${field}.budget`);
  const more = creditsFromMicros(micros(after - before));
  const canSwitch = ["active", "paused", "pending_start"].includes(status);
  const isSwitched = paused !== undefined && canSwitch && paused !== (status === "paused");
  const mayStart = startAt !== undefined && new Date(startAt) > call.now;
  const changed = {
    ...(isSwitched && { status: paused ? "paused" : "active" }),
    ...(more > 0 && { addBudgetCredits: more }),
    ...(more < 0 && { removeBudgetCredits: -more }),
    ...(start !== undefined && mayStart && { startAt: new Date(start).toISOString() }),
    ...(end !== undefined && { endAt: new Date(end).toISOString() }),
  };
  if (Object.keys(changed).length === 0) return;
  const args = { campaignId, ...changed };
  await callTool(call, { tool: "update_campaign", args, field }, campaignSchema);
}
