import { z } from "zod";
import { campaignSchema } from "../../../contract/resources/campaign.ts";
import { accountRefSchema, activeAccountOf } from "../accounts.ts";
import { saveDraft, usableOf } from "../booking.ts";
import { campaignOf } from "../buys.ts";
import { type CreativeAsset, creativeAssetSchema, creativeOf, factsOf } from "../creatives.ts";
import { AdcpError, errorBodyOf } from "../errors.ts";
import { placementOf } from "../products.ts";
import {
  type BuyRecord,
  findBuys,
  findCreatives,
  lockBuys,
  type NewCreative,
  type PackageRecord,
  saveBuy,
  saveCreative,
} from "../queries.ts";
import { type AdcpCall, callTool, defineTask } from "../task.ts";

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

export const syncCreatives = defineTask({
  name: "sync_creatives",
  request,
  description: "Adds or changes creatives, and assigns them to packages.",
  mutates: true,
  async run(call, wanted) {
    const account = await activeAccountOf(call, wanted.account);
    // A draft becomes one campaign, however many calls send its creative at once.
    await lockBuys(call, null);
    const rows = new Map<string, Row>();
    const of = { brand: account.brand, isDry: wanted.dry_run };
    for (const asset of wanted.creatives) {
      const isAsked = wanted.creative_ids?.includes(asset.creative_id) ?? true;
      if (isAsked) rows.set(asset.creative_id, await syncOne(call, asset, of));
    }
    const assignments = wanted.dry_run ? [] : wanted.assignments;
    for (const [id, ones] of Map.groupBy(assignments, (one) => one.creative_id)) {
      const row = rows.get(id) ?? { action: "unchanged" };
      const packageIds = ones.map((one) => one.package_id);
      rows.set(id, { ...row, ...(await assign(call, id, packageIds)) });
    }
    const missing =
      wanted.delete_missing && !wanted.dry_run ? await archiveOthers(call, wanted) : [];
    for (const id of missing) rows.set(id, { action: "deleted" });
    return {
      creatives: [...rows].map(([creative_id, row]) => ({ creative_id, ...row })),
      ...(wanted.dry_run && { dry_run: true }),
      ...(account.isSandbox && { sandbox: true }),
    };
  },
});

async function archiveOthers(call: AdcpCall, { creatives }: Request): Promise<string[]> {
  const named = new Set(creatives.map(({ creative_id: id }) => id));
  const found = await findCreatives(call, null);
  const others = found.filter(({ id, status }) => !named.has(id) && status !== "archived");
  for (const creative of others) await saveCreative(call, { ...creative, status: "archived" });
  return others.map(({ id }) => id);
}

type Row = { readonly action: string; readonly [member: string]: unknown };

async function syncOne(
  call: AdcpCall,
  asset: CreativeAsset,
  { brand, isDry }: { brand: string; isDry: boolean },
): Promise<Row> {
  const [before] = await findCreatives(call, [asset.creative_id]);
  const action = before === undefined ? "created" : "updated";
  try {
    const creative = creativeOf(call, asset, brand);
    const isSame =
      before?.text === creative.text &&
      before.status !== "archived" &&
      before.clickUrl === creative.clickUrl &&
      before.name === creative.name;
    if (isSame) return { action: "unchanged", status: before.status };
    if (!isDry) {
      await saveCreative(call, creative);
      await showEverywhere(call, creative);
    }
    return { action, status: creative.status };
  } catch (error) {
    if (!(error instanceof AdcpError)) throw error;
    const errors = [errorBodyOf(error)];
    if (error.code !== "CREATIVE_REJECTED" || isDry) return { action: "failed", errors };
    // What the lint refuses is kept as rejected, and never shown.
    const status = "rejected";
    await saveCreative(call, { ...factsOf(asset), text: "", clickUrl: null, status });
    return { action, status, errors };
  }
}

/** A creative books the drafts that wait for it, and changes the campaigns that show it. */
async function showEverywhere(call: AdcpCall, creative: NewCreative): Promise<void> {
  for (const buy of await findBuys(call, null)) {
    for (const one of buy.packages) {
      const isUsed = one.data.creativeIds.includes(creative.id);
      if (!isUsed || one.data.canceledAt !== undefined) continue;
      if (one.campaignId === null) await changeDraft(call, buy, one);
      else await showInstead(call, creative, one);
    }
  }
}

async function changeDraft(call: AdcpCall, buy: BuyRecord, draft: PackageRecord): Promise<void> {
  await saveDraft(call, buy, draft, await placementOf(call, draft.data.productId));
  await saveBuy(call, buy);
}

async function showInstead(
  call: AdcpCall,
  { id, text: creativeText, clickUrl }: NewCreative,
  one: PackageRecord,
): Promise<void> {
  if ((await usableOf(call, one.data.creativeIds))?.id !== id) return;
  const campaign = await campaignOf(call, one);
  if (!campaign?.validActions.includes("update_campaign")) return;
  const { campaignId } = campaign;
  const args = { campaignId, creativeText, creativeUrl: clickUrl ?? undefined };
  await callTool(call, { tool: "update_campaign", args }, campaignSchema);
}

async function assign(call: AdcpCall, creativeId: string, packageIds: readonly string[]) {
  const assigned_to: string[] = [];
  const problems: [string, string][] = [];
  const [creative] = await findCreatives(call, [creativeId]);
  for (const packageId of packageIds) {
    const buys = await findBuys(call, null);
    const buy = buys.find(({ packages }) => packages.some(({ id }) => id === packageId));
    const one = buy?.packages.find(({ id }) => id === packageId);
    if (buy === undefined || one === undefined || creative === undefined) {
      const problem = creative === undefined ? "no such creative" : "no such package";
      problems.push([packageId.replaceAll(/[^\w-]/g, "_"), problem]);
      continue;
    }
    const creativeIds = [...new Set([...one.data.creativeIds, creativeId])];
    await changeDraft(call, buy, { ...one, data: { ...one.data, creativeIds } });
    assigned_to.push(packageId);
  }
  return {
    ...(assigned_to.length > 0 && { assigned_to }),
    ...(problems.length > 0 && { assignment_errors: Object.fromEntries(problems) }),
  };
}
