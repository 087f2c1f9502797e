import { z } from "zod";
import { whoamiSchema } from "../../../contract/resources/agent.ts";
import { accountOnWire, brandSchema, newAccount } from "../accounts.ts";
import { type AccountRecord, findAccounts, removeRows, saveAccount } from "../queries.ts";
import { type AdcpCall, callTool, defineTask } from "../task.ts";

const wanted = z.looseObject({
  brand: brandSchema,
  operator: z.string(),
  billing: z.string(),
  payment_terms: z.string().optional(),
  sandbox: z.boolean().optional(),
});
type Wanted = z.output<typeof wanted>;

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
    for (const one of accounts) {
      const account = accountFor(call, one);
      const problem = problemOf(one, account);
      named.add(account.id);
      if (problem !== undefined) {
        rows.push(failedRow(one, problem));
        continue;
      }
      const before = known.find(({ id }) => id === account.id);
      const kept = { ...account, status: before?.status ?? "active" };
      if (!isDry) await saveAccount(call, kept);
      const action = before === undefined ? "created" : "unchanged";
      rows.push({ ...accountOnWire(call, kept), brand: one.brand, action, ...setup });
    }
    const missing = known.filter(({ id }) => !named.has(id)).map(({ id }) => id);
    if (deletes && !isDry) await removeRows(call, "account", missing);
    return { accounts: rows, ...(isDry && { dry_run: true }) };
  },
});

/** In the sandbox an account keeps the terms that it was asked for. */
function accountFor(call: AdcpCall, one: Wanted): AccountRecord {
  const { brand, operator, sandbox = false } = one;
  const account = newAccount(call, { brand: brand.domain, operator, sandbox });
  if (!account.isSandbox) return account;
  const { billing, payment_terms = "prepay" } = one;
  return { ...account, data: { billing, payment_terms } };
}

function problemOf({ billing, payment_terms }: Wanted, { isSandbox }: AccountRecord) {
  if (isSandbox) return undefined;
  if (billing !== "agent") return "Only billing by the agent is supported.";
  if ((payment_terms ?? "prepay") !== "prepay") return "Only prepayment is supported.";
  return undefined;
}

function failedRow({ brand, operator }: Wanted, message: string): object {
  const errors = [{ code: "UNSUPPORTED_FEATURE", message, recovery: "correctable" }];
  return { brand, operator, action: "failed", status: "rejected", errors };
}

/** Where the wallet is filled, as long as it is empty. */
async function setupOf(call: AdcpCall): Promise<object> {
  const { balance } = await callTool(call, { tool: "whoami", args: {} }, whoamiSchema);
  if (balance.availableCredits > 0) return {};
  const message = "Buy credits before the first booking.";
  return { setup: { url: `${call.deps.baseUrl}/console`, message } };
}
