import { z } from "zod";
import { campaignSchema } from "../../../contract/resources/campaign.ts";
import { accountRefSchema, activeAccountOf } from "../accounts.ts";
import { bookDraft, usableOf } from "../booking.ts";
import { creativeAssetSchema, creativeOf } from "../creatives.ts";
import { AdcpError, errorBodyOf } from "../errors.ts";
import { placementsOf } from "../products.ts";
import {
  type AccountRecord,
  type BuyRecord,
  type CreativeRecord,
  findBuys,
  findCreatives,
  type NewCreative,
  type PackageRecord,
  saveBuy,
  saveCreative,
  savePackage,
} from "../queries.ts";
import { type AdcpCall, type AdcpTask, callTool, readRequest } from "../task.ts";

const request = z.looseObject({
  account: accountRefSchema,
  creatives: z.array(creativeAssetSchema),
  creative_ids: z.array(z.string()).optional(),
  assignments: z
    .array(z.looseObject({ creative_id: z.string(), package_id: z.string() }))
    .default([]),
  delete_missing: z.boolean().default(false),
  dry_run: z.boolean().default(false),
});
type Request = z.output<typeof request>;

export const syncCreatives: AdcpTask = {
  name: "sync_creatives",
  description: "Adds or changes creatives, and assigns them to packages.",
  access: "advertiser",
  mutates: true,
  async run(call, given) {
    const wanted = readRequest(request, given);
    const account = await activeAccountOf(call, wanted.account);
    const rows = new Map<string, Row>();
    for (const asset of wanted.creatives) {
      const isAsked = wanted.creative_ids?.includes(asset.creative_id) ?? true;
      if (isAsked) rows.set(asset.creative_id, await syncOne(call, asset, { account, wanted }));
    }
    if (!wanted.dry_run) {
      await assign(call, wanted, rows);
      if (wanted.delete_missing) await archiveOthers(call, wanted, rows);
    }
    return {
      creatives: [...rows].map(([creative_id, row]) => ({ creative_id, ...row })),
      ...(wanted.dry_run && { dry_run: true }),
      ...(account.isSandbox && { sandbox: true }),
    };
  },
};

interface Row {
  readonly action: string;
  readonly status?: string;
  readonly errors?: readonly object[];
  readonly assigned_to?: readonly string[];
  readonly assignment_errors?: Readonly<Record<string, string>>;
}

async function syncOne(
  call: AdcpCall,
  asset: Request["creatives"][number],
  { account, wanted }: { account: AccountRecord; wanted: Request },
): Promise<Row> {
  const [before] = await findCreatives(call, [asset.creative_id]);
  try {
    const creative = creativeOf(call, asset, account.brand);
    const isSame =
      before !== undefined &&
      before.status !== "archived" &&
      before.text === creative.text &&
      before.clickUrl === creative.clickUrl &&
      before.name === creative.name;
    if (isSame) return { action: "unchanged", status: before.status };
    if (!wanted.dry_run) {
      await saveCreative(call, creative);
      await showEverywhere(call, creative);
    }
    return { action: before === undefined ? "created" : "updated", status: creative.status };
  } catch (error) {
    if (!(error instanceof AdcpError)) throw error;
    const errors = [errorBodyOf(error)];
    if (error.code !== "CREATIVE_REJECTED" || wanted.dry_run) return { action: "failed", errors };
    return reject(call, asset, errors);
  }
}

/** What the lint refuses is kept as rejected, and never shown. */
async function reject(
  call: AdcpCall,
  asset: Request["creatives"][number],
  errors: readonly object[],
): Promise<Row> {
  const { creative_id: id, name, format_id, assets, tags } = asset;
  const data = { format_id: { agent_url: format_id.agent_url, id: format_id.id }, assets, tags };
  await saveCreative(call, { id, name, text: "", clickUrl: null, status: "rejected", data });
  return { action: "created", status: "rejected", errors };
}

/** A creative books the drafts that wait for it, and changes the campaigns that show it. */
async function showEverywhere(call: AdcpCall, creative: NewCreative): Promise<void> {
  const buys = await findBuys(call, null);
  for (const buy of buys) {
    for (const one of buy.packages) {
      const isUsed = one.data.creativeIds.includes(creative.id);
      if (!isUsed || one.data.canceledAt !== undefined) continue;
      if (one.campaignId === null) await bookWaiting(call, buy, one);
      else await showInstead(call, creative, one);
    }
  }
}

async function bookWaiting(call: AdcpCall, buy: BuyRecord, draft: PackageRecord): Promise<void> {
  const { productId } = draft.data;
  const placement = (await placementsOf(call, [productId])).get(productId);
  if (placement === undefined) return;
  const { record } = await bookDraft(call, buy, draft, placement);
  await savePackage(call, record);
  await saveBuy(call, buy);
}

async function showInstead(
  call: AdcpCall,
  creative: NewCreative,
  { campaignId, data }: PackageRecord,
): Promise<void> {
  if ((await usableOf(call, data.creativeIds))?.id !== creative.id) return;
  const asked = { tool: "get_campaign", args: { campaignId } };
  const { validActions } = await callTool(call, asked, campaignSchema);
  if (!validActions.includes("update_campaign")) return;
  const args = {
    campaignId,
    creativeText: creative.text,
    ...(creative.clickUrl !== null && { creativeUrl: creative.clickUrl }),
  };
  await callTool(call, { tool: "update_campaign", args }, campaignSchema);
}

async function assign(call: AdcpCall, wanted: Request, rows: Map<string, Row>): Promise<void> {
  for (const { creative_id: creativeId, package_id: packageId } of wanted.assignments) {
    const buys = await findBuys(call, null);
    const row = rows.get(creativeId) ?? { action: "unchanged" };
    const buy = buys.find(({ packages }) => packages.some(({ id }) => id === packageId));
    const found = buy?.packages.find(({ id }) => id === packageId);
    const [creative] = await findCreatives(call, [creativeId]);
    if (buy === undefined || found === undefined || creative === undefined) {
      const problem = creative === undefined ? "no such creative" : "no such package";
      const errors = { ...row.assignment_errors, [packageId.replaceAll(/[^\w-]/g, "_")]: problem };
      rows.set(creativeId, { ...row, assignment_errors: errors });
      continue;
    }
    const draft: PackageRecord = {
      ...found,
      data: { ...found.data, creativeIds: [...new Set([...found.data.creativeIds, creativeId])] },
    };
    const placement = (await placementsOf(call, [draft.data.productId])).get(draft.data.productId);
    const booked = placement && (await bookDraft(call, buy, draft, placement));
    await savePackage(call, booked?.record ?? draft);
    await saveBuy(call, buy);
    rows.set(creativeId, { ...row, assigned_to: [...(row.assigned_to ?? []), packageId] });
  }
}

async function archiveOthers(call: AdcpCall, wanted: Request, rows: Map<string, Row>) {
  const named = new Set(wanted.creatives.map(({ creative_id: id }) => id));
  for (const creative of await findCreatives(call, null)) {
    if (named.has(creative.id) || creative.status === "archived") continue;
    const archived: CreativeRecord = { ...creative, status: "archived" };
    await saveCreative(call, archived);
    rows.set(creative.id, { action: "deleted" });
  }
}
