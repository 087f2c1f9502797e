import { z } from "zod";
import { whoamiSchema } from "../../../contract/resources/agent.ts";
import { accountOnWire, naturalKey, newAccount } from "../accounts.ts";
import { errorBodyOf, unsupported } from "../errors.ts";
import { stored } from "../queries.ts";
import { type AdcpCall, callTool, defineTask } from "../task.ts";

const wanted = naturalKey.loose().extend({
  billing: z.string(),
  payment_terms: z.string().default("prepay"),
});

export const syncAccounts = defineTask({
  name: "sync_accounts",
  request: z.looseObject({
    accounts: z.array(wanted).max(1_000),
    delete_missing: z.boolean().default(false),
    dry_run: z.boolean().default(false),
  }),
  description: "Names the brands to buy for. Billing is by the agent, prepaid.",
  mutates: true,
  async run(call, { accounts, delete_missing: deletes, dry_run: isDry }) {
    const known = await stored.accounts.find(call);
    const setup = await setupOf(call);
    const rows: object[] = [];
    const named = new Set<string>();
    for (const asked of accounts) {
      const { brand, operator, billing, payment_terms } = asked;
      const account = newAccount(call, asked);
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
      if (!isDry) await stored.accounts.save(call, kept);
      const action = before === undefined ? "created" : "unchanged";
      rows.push({ ...accountOnWire(call, kept), brand, action, ...setup });
    }
    if (deletes && !isDry) await stored.accounts.keepOnly(call, [...named]);
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
