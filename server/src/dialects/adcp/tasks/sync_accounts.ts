import { z } from "zod";
import { whoamiSchema } from "../../../contract/resources/agent.ts";
import { accountOnWire, brandSchema, newAccount } from "../accounts.ts";
import { errorBodyOf, unsupported } from "../errors.ts";
import { findAccounts, removeRows, saveAccount } from "../queries.ts";
import { type AdcpCall, callTool, defineTask } from "../task.ts";

const wanted = z.looseObject({
  brand: brandSchema,
  operator: z.string(),
  billing: z.string(),
  payment_terms: z.string().optional(),
  sandbox: z.boolean().default(false),
});

const request = z.looseObject({
  accounts: z.array(wanted).max(1_000),
  delete_missing: z.boolean().default(false),
  dry_run: z.boolean().default(false),
});

export const syncAccounts = defineTask({
  name: "sync_accounts",
  request,
  description: "Names the brands to buy for. Billing is by the agent, prepaid.",
  mutates: true,
  async run(call, { accounts, delete_missing: deletes, dry_run: isDry }) {
    const known = await findAccounts(call);
    const setup = await setupOf(call);
    const rows: object[] = [];
    const named = new Set<string>();
    for (const { brand, operator, sandbox, billing, payment_terms = "prepay" } of accounts) {
      const account = newAccount(call, { brand: brand.domain, operator, sandbox });
      named.add(account.id);
      if (!account.isSandbox && (billing !== "agent" || payment_terms !== "prepay")) {
        const errors = [errorBodyOf(unsupported("billing", "Only agents can pay, in advance."))];
        rows.push({ brand, operator, action: "failed", status: "rejected", errors });
        continue;
      }
      const before = known.find(({ id }) => id === account.id);
      // In the sandbox an account keeps the terms that it was asked for.
      const data = account.isSandbox ? { billing, payment_terms } : {};
      const kept = { ...account, data, status: before?.status ?? "active" };
      if (!isDry) await saveAccount(call, kept);
      const action = before === undefined ? "created" : "unchanged";
      rows.push({ ...accountOnWire(call, kept), brand, action, ...setup });
    }
    const missing = known.filter(({ id }) => !named.has(id)).map(({ id }) => id);
    if (deletes && !isDry) await removeRows(call, "account", missing);
    return { accounts: rows, ...(isDry && { dry_run: true }) };
  },
});

/** Where the wallet is filled, as long as it is empty. */
async function setupOf(call: AdcpCall): Promise<object> {
  const { balance } = await callTool(call, { tool: "whoami", args: {} }, whoamiSchema);
  if (balance.availableCredits > 0) return {};
  const message = "Buy credits before the first booking.";
  return { setup: { url: `${call.deps.baseUrl}/console`, message } };
}
