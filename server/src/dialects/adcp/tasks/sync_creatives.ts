import { z } from "zod";
import { campaignSchema } from "../../../contract/resources/campaign.ts";
import { accountRefSchema, activeAccountOf } from "../accounts.ts";
import { saveDraft, usableOf } from "../booking.ts";
import { campaignOf } from "../buys.ts";
import { type CreativeAsset, creativeAssetSchema, creativeOf, factsOf } from "../creatives.ts";
import { AdcpError, errorBodyOf } from "../errors.ts";
import { placementOf } from "../products.ts";
import {
  allOrNothing,
  type BuyRecord,
  findBuys,
  lockBuys,
  type NewCreative,
  type PackageRecord,
  stored,
} from "../queries.ts";
import { type AdcpCall, callTool, defineTask } from "../task.ts";

const assignment = z.looseObject({ creative_id: z.string(), package_id: z.string() });

export const syncCreatives = defineTask({
  name: "sync_creatives",
  request: z.looseObject({
    account: accountRefSchema,
    creatives: z.array(creativeAssetSchema),
    creative_ids: z.array(z.string()).optional(),
    assignments: z.array(assignment).default([]),
    delete_missing: z.boolean().default(false),
    dry_run: z.boolean().default(false),
  }),
  description: "Adds or changes creatives, and assigns them to packages.",
  mutates: true,
  async run(call, wanted) {
    const { brand, isSandbox } = await activeAccountOf(call, wanted.account);
    // A draft becomes one campaign, however many calls send its creative at once.
    await lockBuys(call, null);
    const rows = new Map<string, Row>();
    const { creatives, dry_run: isDry } = wanted;
    for (const asset of creatives) {
      const isAsked = wanted.creative_ids?.includes(asset.creative_id) ?? true;
      if (isAsked) rows.set(asset.creative_id, await syncOne(call, asset, { brand, isDry }));
    }
    const assignments = isDry ? [] : wanted.assignments;
    for (const [id, ones] of Map.groupBy(assignments, (one) => one.creative_id)) {
      const row = rows.get(id) ?? { action: "unchanged" };
      const packageIds = ones.map((one) => one.package_id);
      rows.set(id, { ...row, ...(await assign(call, id, packageIds)) });
    }
    const named = new Set(creatives.map(({ creative_id: id }) => id));
    const others = wanted.delete_missing && !isDry ? await stored.creatives.find(call) : [];
    const live = others.filter(({ status }) => status !== "archived");
    for (const one of live.filter(({ id }) => !named.has(id))) {
      await stored.creatives.save(call, { ...one, status: "archived" });
      rows.set(one.id, { action: "deleted" });
    }
    return {
      creatives: [...rows].map(([creative_id, row]) => ({ creative_id, ...row })),
      ...(isDry && { dry_run: true }),
      ...(isSandbox && { sandbox: true }),
    };
  },
});

type Row = { readonly action: string; readonly [member: string]: unknown };

async function syncOne(
  call: AdcpCall,
  asset: CreativeAsset,
  { brand, isDry }: { brand: string; isDry: boolean },
): Promise<Row> {
  const [before] = await stored.creatives.find(call, [asset.creative_id]);
  const action = before === undefined ? "created" : "updated";
  try {
    const creative = creativeOf(call, asset, brand);
    const isSame =
      before !== undefined &&
      before.text === creative.text &&
      before.status !== "archived" &&
      before.clickUrl === creative.clickUrl &&
      before.name === creative.name;
    if (isSame) return { action: "unchanged", status: before.status };
    if (!isDry) await allOrNothing(call, () => showEverywhere(call, creative));
    return { action, status: creative.status };
  } catch (error) {
    if (!(error instanceof AdcpError)) throw error;
    const errors = [errorBodyOf(error)];
    if (error.body.code !== "CREATIVE_REJECTED" || isDry) return { action: "failed", errors };
    // What the lint refuses is kept as rejected, and never shown.
    const status = "rejected";
    await stored.creatives.save(call, { ...factsOf(asset), text: "", clickUrl: null, status });
    return { action, status, errors };
  }
}

/** Stores a creative, books the drafts that wait for it, changes the campaigns that show it. */
async function showEverywhere(call: AdcpCall, creative: NewCreative): Promise<void> {
  await stored.creatives.save(call, creative);
  for (const buy of await findBuys(call)) {
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
  await stored.buys.save(call, buy);
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
  const problems = new Map<string, string>();
  const [creative] = await stored.creatives.find(call, [creativeId]);
  for (const packageId of packageIds) {
    const buys = await findBuys(call);
    const buy = buys.find(({ packages }) => packages.some(({ id }) => id === packageId));
    const one = buy?.packages.find(({ id }) => id === packageId);
    if (buy === undefined || one === undefined || creative === undefined) {
      const problem = creative === undefined ? "no such creative" : "no such package";
      problems.set(packageId.replaceAll(/[^\w-]/g, "_"), problem);
      continue;
    }
    const creativeIds = [...new Set([...one.data.creativeIds, creativeId])];
    await changeDraft(call, buy, { ...one, data: { ...one.data, creativeIds } });
    assigned_to.push(packageId);
  }
  return {
    ...(assigned_to.length > 0 && { assigned_to }),
    ...(problems.size > 0 && { assignment_errors: Object.fromEntries(problems) }),
  };
}
