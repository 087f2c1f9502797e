import { z } from "zod";
import { creditsFromMicros, micros, microsFromCredits } from "../../../contract/money.ts";
import { campaignSchema } from "../../../contract/resources/campaign.ts";
import { accountRefSchema, activeAccountOf } from "../accounts.ts";
import { bookDraft, checkFlight, creativesOf, echoOf, packageRequestSchema } from "../booking.ts";
import {
  type BookedPackage,
  type Buy,
  buyOnWire,
  ENDED,
  packageOnWire,
  packageStatusOf,
  requireBuy,
} from "../buys.ts";
import { AdcpError } from "../errors.ts";
import { microsFromUsd, usdFromMicros } from "../money.ts";
import { placementsOf } from "../products.ts";
import { type BuyRecord, lockBuys, type PackageRecord, saveBuy, savePackage } from "../queries.ts";
import { type AdcpCall, callTool, defineTask } from "../task.ts";
import { addPackage, checkPackages } from "./create_media_buy.ts";

/** What a buy and its packages change alike. */
const changes = {
  paused: z.boolean().optional(),
  canceled: z.literal(true).optional(),
  cancellation_reason: z.string().optional(),
  start_time: z.string().optional(),
  end_time: z.string().optional(),
};
const { creative_assignments, creatives } = packageRequestSchema.shape;
const packageUpdate = z.looseObject({
  ...changes,
  package_id: z.string(),
  budget: z.number().optional(),
  creative_assignments,
  creatives,
});
type PackageUpdate = z.output<typeof packageUpdate>;

const request = z.looseObject({
  account: accountRefSchema,
  media_buy_id: z.string().max(255),
  revision: z.number().optional(),
  ...changes,
  packages: z.array(packageUpdate).max(50).default([]),
  new_packages: z.array(packageRequestSchema).max(50).default([]),
});
type Request = z.output<typeof request>;

/** What happens to a package, whether the whole buy or itself was named. */
type Change = Partial<PackageUpdate>;

export const updateMediaBuy = defineTask({
  name: "update_media_buy",
  request,
  description: "Changes, pauses, resumes or cancels a media buy or its packages.",
  mutates: true,
  async run(call, wanted) {
    await activeAccountOf(call, wanted.account);
    await lockBuys(call, [wanted.media_buy_id]);
    const buy = await requireBuy(call, wanted.media_buy_id);
    checkChangeable(buy, wanted);
    const touched = await changePackages(call, buy, wanted);
    await addPackages(call, buy, wanted);
    await saveBuy(call, changedBuy(call, buy.record, wanted));
    const changed = await requireBuy(call, buy.record.id);
    const isShown = ({ record }: BookedPackage) =>
      touched.has(record.id) || record.number >= buy.packages.length;
    return {
      ...buyOnWire(changed),
      implementation_date: call.now.toISOString(),
      affected_packages: changed.packages
        .filter(isShown)
        .map((one) => packageOnWire(changed.record, one)),
    };
  },
});

/** **Errors** CONFLICT, NOT_CANCELLABLE, INVALID_STATE, PACKAGE_NOT_FOUND. */
function checkChangeable(buy: Buy, wanted: Request): void {
  const { record, status } = buy;
  if (wanted.revision !== undefined && wanted.revision !== record.revision) {
    throw new AdcpError("CONFLICT", `The media buy has revision ${record.revision}.`, "revision", {
      details: { revision: record.revision },
    });
  }
  if (ENDED.includes(status)) {
    if (wanted.canceled === true) {
      throw new AdcpError("NOT_CANCELLABLE", `The media buy is ${status}.`);
    }
    throw new AdcpError("INVALID_STATE", `The media buy is ${status}.`, undefined, {
      details: { status, valid_actions: [] },
    });
  }
  const known = new Set(buy.packages.map((one) => one.record.id));
  const missing = wanted.packages.findIndex((one) => !known.has(one.package_id));
  if (missing >= 0) {
    throw new AdcpError(
      "PACKAGE_NOT_FOUND",
      "There is no such package.",
      `packages[${missing}].package_id`,
    );
  }
}

function changedBuy(call: AdcpCall, record: BuyRecord, wanted: Request): BuyRecord {
  const { start_time: start, end_time: end, canceled, cancellation_reason } = wanted;
  const startAt = start === "asap" ? call.now.toISOString() : start;
  return {
    ...record,
    canceledAt: canceled === true ? call.now : record.canceledAt,
    data: {
      ...record.data,
      ...(startAt !== undefined && { startAt }),
      ...(end !== undefined && { endAt: end }),
      ...(canceled === true && { cancelReason: cancellation_reason }),
      // A state of the controller's own ends with the first change.
      forcedStatus: undefined,
    },
  };
}

/** Changes the packages that are named, or all of them. Answers which. */
async function changePackages(call: AdcpCall, buy: Buy, wanted: Request): Promise<Set<string>> {
  const { paused, canceled, cancellation_reason, start_time, end_time } = wanted;
  const whole: Change = { paused, canceled, cancellation_reason, start_time, end_time };
  const isWhole = [paused, canceled, start_time, end_time].some((one) => one !== undefined);
  if (start_time !== undefined || end_time !== undefined) checkDates(call, buy.record, wanted);
  const touched = new Set<string>();
  for (const one of buy.packages) {
    const place = wanted.packages.findIndex(({ package_id: id }) => id === one.record.id);
    const own = wanted.packages[place];
    if (!isWhole && own === undefined) continue;
    const isEnded = ENDED.includes(packageStatusOf(one));
    // What concerns the whole buy concerns what is still alive of it.
    if (isEnded && own === undefined) continue;
    if (isEnded) throw endedPackage(own, place);
    touched.add(one.record.id);
    const change: Change = { ...defined(whole), ...defined(own ?? {}) };
    await savePackage(
      call,
      await changePackage(call, buy.record, one, { change, field: `packages[${place}]` }),
    );
  }
  return touched;
}

function endedPackage(own: PackageUpdate | undefined, place: number): AdcpError {
  const code = own?.canceled === true ? "NOT_CANCELLABLE" : "INVALID_STATE";
  return new AdcpError(code, "The package has ended.", `packages[${place}]`);
}

function checkDates(call: AdcpCall, { data }: BuyRecord, wanted: Flight): void {
  const { start_time = data.startAt, end_time = data.endAt } = wanted;
  const isStartNew = wanted.start_time !== undefined;
  checkFlight({ start_time: isStartNew ? start_time : "asap", end_time }, call.now);
}
type Flight = Pick<Request, "start_time" | "end_time">;

/** Without what is undefined, which would hide what the other says. */
function defined(change: Change): Change {
  const copy = { ...change };
  for (const [name, value] of Object.entries(copy)) if (value === undefined) delete copy[name];
  return copy;
}

interface Asked {
  readonly change: Change;
  readonly field: string;
}

async function changePackage(
  call: AdcpCall,
  buy: BuyRecord,
  one: BookedPackage,
  asked: Asked,
): Promise<PackageRecord> {
  const { change, field } = asked;
  const { record } = one;
  if (change.canceled === true) return cancel(call, record, asked);
  const echo = echoOf(call, change, { field: (name) => `${field}.${name}`, brand: buy.data.brand });
  const creativeIds =
    change.creative_assignments === undefined && change.creatives === undefined
      ? record.data.creativeIds
      : await creativesOf(call, change, buy.data.brand);
  const { start_time: start, end_time: endAt = record.data.endAt, paused } = change;
  const startAt = start === "asap" ? call.now.toISOString() : (start ?? record.data.startAt);
  const wasPaused = packageStatusOf(one) === "paused";
  const after: PackageRecord = {
    ...record,
    budget: change.budget === undefined ? record.budget : microsFromUsd(change.budget, field),
    data: {
      ...record.data,
      creativeIds,
      startAt,
      endAt,
      isPaused: paused ?? record.data.isPaused,
      wasResumed: record.data.wasResumed === true || (paused === false && wasPaused) || undefined,
      echo: { ...record.data.echo, ...echo },
    },
  };
  if (one.campaign !== undefined) {
    await changeCampaign(call, one, asked);
    return after;
  }
  return changeDraft(call, buy, after, asked);
}

/** A draft that now has a creative becomes a campaign. */
async function changeDraft(
  call: AdcpCall,
  buy: BuyRecord,
  draft: PackageRecord,
  { change, field }: Asked,
): Promise<PackageRecord> {
  const { productId } = draft.data;
  const placement = (await placementsOf(call, [productId])).get(productId);
  if (placement === undefined) {
    throw new AdcpError("PRODUCT_UNAVAILABLE", "The product cannot be booked.", field);
  }
  const least = microsFromCredits(placement.minBudgetCredits);
  if (change.budget !== undefined && draft.budget < least) {
    throw new AdcpError(
      "BUDGET_TOO_LOW",
      `The smallest budget of this product is ${usdFromMicros(least)} USD.`,
      `${field}.budget`,
    );
  }
  return (await bookDraft(call, buy, draft, placement)).record;
}

async function cancel(
  call: AdcpCall,
  record: PackageRecord,
  { change, field }: Asked,
): Promise<PackageRecord> {
  const { campaignId } = record;
  const reason = change.cancellation_reason;
  if (campaignId !== null) {
    const args = { campaignId, ...(reason !== undefined && reason.trim() !== "" && { reason }) };
    await callTool(call, { tool: "request_refund", args, field }, campaignSchema);
  }
  const canceledAt = call.now.toISOString();
  return { ...record, data: { ...record.data, canceledAt, cancelReason: reason } };
}

/** One call of `update_campaign` with everything that changes. */
async function changeCampaign(
  call: AdcpCall,
  { campaign }: BookedPackage,
  { change, field }: Asked,
): Promise<void> {
  if (campaign === undefined) return;
  const { campaignId, status } = campaign;
  const { budget, start_time: start, end_time: end, paused } = change;
  const more = budget === undefined ? 0 : differenceOf(budget, campaign.budgetCredits, field);
  const canSwitch = ["active", "paused", "pending_start"].includes(status);
  const isSwitched = paused !== undefined && canSwitch && paused !== (status === "paused");
  const startAt = start === "asap" ? call.now.toISOString() : start;
  const mayStart = campaign.startAt !== undefined && new Date(campaign.startAt) > call.now;
  const args = {
    campaignId,
    ...(isSwitched && { status: paused ? "paused" : "active" }),
    ...(more > 0 && { addBudgetCredits: more }),
    ...(more < 0 && { removeBudgetCredits: -more }),
    ...(startAt !== undefined && mayStart && { startAt: new Date(startAt).toISOString() }),
    ...(end !== undefined && { endAt: new Date(end).toISOString() }),
  };
  if (Object.keys(args).length === 1) return;
  await callTool(call, { tool: "update_campaign", args, field }, campaignSchema);
}

/** **Units** US dollars and credits in, credits out. */
function differenceOf(usd: number, credits: number, field: string): number {
  const wanted = microsFromUsd(usd, `${field}.budget`);
  return creditsFromMicros(micros(wanted - microsFromCredits(credits)));
}

async function addPackages(call: AdcpCall, buy: Buy, wanted: Request): Promise<void> {
  if (wanted.new_packages.length === 0) return;
  const { brand } = buy.record.data;
  const ids = wanted.new_packages.map(({ product_id: id }) => id);
  const placements = await placementsOf(call, ids);
  const checked = checkPackages(call, wanted.new_packages, { placements, brand });
  for (const [place, one] of checked.entries()) {
    await addPackage(call, buy.record, { ...one, number: buy.packages.length + place });
  }
}
