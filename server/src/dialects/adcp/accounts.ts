import { createHash } from "node:crypto";
import { z } from "zod";
import { AdcpError, notFound, unsupported } from "./errors.ts";
import { type AccountRecord, stored } from "./queries.ts";
import type { AdcpCall } from "./task.ts";

export const brandSchema = z.looseObject({ domain: z.string() });

const sandbox = z.boolean().default(false);
export const naturalKey = z.object({ brand: brandSchema, operator: z.string(), sandbox });
export const accountRefSchema = z.union([z.strictObject({ account_id: z.string() }), naturalKey]);
type AccountRef = z.output<typeof accountRefSchema>;

/** Brands that exist nowhere: in the demo their accounts are those of the sandbox. */
const SANDBOX_BRAND = /\.(?:example|test)$/;

export function isSandbox(call: AdcpCall, brand: string): boolean {
  return call.deps.sandbox !== undefined && SANDBOX_BRAND.test(brand);
}

/** An agent has one wallet: a natural key that was not seen before is an account all the same. */
export async function accountOf(call: AdcpCall, ref: AccountRef) {
  const isById = "account_id" in ref;
  if (!isById && ref.sandbox && !call.deps.isDemo) throw unsupported("account.sandbox");
  const made = isById ? undefined : newAccount(call, ref);
  const [known] = await stored.accounts.find(call, [isById ? ref.account_id : (made?.id ?? "")]);
  const found = known ?? made;
  if (found !== undefined) return { ...found, isNew: found === made };
  throw notFound("account", "account.account_id");
}

/** The account that may change something; a new one is stored. */
export async function activeAccountOf(call: AdcpCall, ref: AccountRef): Promise<AccountRecord> {
  const account = await accountOf(call, ref);
  if (account.status === "suspended" || account.status === "closed") {
    throw new AdcpError("ACCOUNT_SUSPENDED", "The account is suspended.");
  }
  if (account.status === "payment_required") {
    throw new AdcpError("ACCOUNT_PAYMENT_REQUIRED", "The account must pay first.");
  }
  if (account.isNew) await stored.accounts.save(call, account);
  return account;
}

export function newAccount(call: AdcpCall, named: z.output<typeof naturalKey>): AccountRecord {
  const { operator, sandbox } = named;
  const brand = named.brand.domain;
  const isSandboxed = sandbox || isSandbox(call, brand);
  const key = JSON.stringify([call.agentId, brand, operator, isSandboxed]);
  const id = `acc_${createHash("sha256").update(key).digest("hex").slice(0, 26)}`;
  return { id, brand, operator, isSandbox: isSandboxed, status: "active", data: {} };
}

export function accountOnWire(call: AdcpCall, account: AccountRecord): object {
  return {
    account_id: account.id,
    name: `${call.agentName}: ${account.brand}`,
    advertiser: account.brand,
    brand: { domain: account.brand },
    operator: account.operator,
    status: account.status,
    billing: "agent",
    payment_terms: "prepay",
    account_scope: "agent",
    ...(account.isSandbox && { sandbox: true }),
    ...account.data,
  };
}
