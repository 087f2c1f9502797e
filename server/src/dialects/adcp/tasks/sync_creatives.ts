import { z } from "zod";
import { campaignSchema } from "../../../contract/resources/campaign.ts";
import { accountRefSchema, activeAccountOf } from "../accounts.ts";
import { saveDraft, usableOf } from "../booking.ts";
import { creativeAssetSchema, creativeOf } from "../creatives.ts";
import { AdcpError, errorBodyOf } from "../errors.ts";
import {
  type AccountRecord,
  type CreativeRecord,
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
});

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
  { account, wanted: { dry_run: isDry } }: { account: AccountRecord; wanted: Request },
): Promise<Row> {
  const { creative_id: id, name, format_id, assets, tags } = asset;
  const [before] = await findCreatives(call, [id]);
  const action = before === undefined ? "created" : "updated";
  try {
    const creative = creativeOf(call, asset, account.brand);
    const isSame =
      before?.text === creative.text &&
      before.status !== "archived" &&
      before.clickUrl === creative.clickUrl &&
      before.name === name;
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
    const data = { format_id: { agent_url: format_id.agent_url, id: format_id.id }, assets, tags };
    await saveCreative(call, { id, name, text: "", clickUrl: null, status, data });
    return { action, status, errors };
  }
}

/** A creative books the drafts that wait for it, and changes the campaigns that show it. */
async function showEverywhere(call: AdcpCall, creative: NewCreative): Promise<void> {
  for (const buy of await findBuys(call, null)) {
    for (const one of buy.packages) {
      const isUsed = one.data.creativeIds.includes(creative.id);
      if (!isUsed || one.data.canceledAt !== undefined) continue;
      if (one.campaignId !== null) {
        await showInstead(call, creative, one);
        continue;
      }
      await saveDraft(call, buy, one);
      await saveBuy(call, buy);
    }
  }
}

async function showInstead(
  call: AdcpCall,
  { id, text: creativeText, clickUrl: creativeUrl }: NewCreative,
  { campaignId, data }: PackageRecord,
): Promise<void> {
  if ((await usableOf(call, data.creativeIds))?.id !== id) return;
  const asked = { tool: "get_campaign", args: { campaignId } };
  const { validActions } = await callTool(call, asked, campaignSchema);
  if (!validActions.includes("update_campaign")) return;
  const args = { campaignId, creativeText, ...(creativeUrl !== null && { creativeUrl }) };
  await callTool(call, { tool: "update_campaign", args }, campaignSchema);
}

async function assign(call: AdcpCall, wanted: Request, rows: Map<string, Row>): Promise<void> {
  for (const { creative_id: creativeId, package_id: packageId } of wanted.assignments) {
    const row = rows.get(creativeId) ?? { action: "unchanged" };
    const buys = await findBuys(call, null);
    const all = buys.flatMap((buy) => buy.packages.map((one) => ({ buy, one })));
    const found = all.find(({ one }) => one.id === packageId);
    const [creative] = await findCreatives(call, [creativeId]);
    if (found === undefined || creative === undefined) {
      const problem = creative === undefined ? "no such creative" : "no such package";
      const errors = { ...row.assignment_errors, [packageId.replaceAll(/[^\w-]/g, "_")]: problem };
      rows.set(creativeId, { ...row, assignment_errors: errors });
      continue;
    }
    const { buy, one } = found;
    const creativeIds = [...new Set([...one.data.creativeIds, creativeId])];
    await saveDraft(call, buy, { ...one, data: { ...one.data, creativeIds } });
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
