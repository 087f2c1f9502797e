import { z } from "zod";
import { accountOnWire } from "../accounts.ts";
import { stored } from "../queries.ts";
import { defineTask, pageOf, paginationSchema } from "../task.ts";

export const listAccounts = defineTask({
  name: "list_accounts",
  request: z.looseObject({
    status: z.string().optional(),
    sandbox: z.boolean().optional(),
    pagination: paginationSchema,
  }),
  description: "The brands that this key has bought for. One wallet pays for all of them.",
  async run(call, { status, sandbox, pagination: asked }) {
    const found = (await stored.accounts.find(call))
      .filter((account) => (status ?? account.status) === account.status)
      .filter(({ isSandbox }) => (sandbox ?? isSandbox) === isSandbox);
    const { shown, pagination } = pageOf(found, asked);
    return { accounts: shown.map((account) => accountOnWire(call, account)), pagination };
  },
});
