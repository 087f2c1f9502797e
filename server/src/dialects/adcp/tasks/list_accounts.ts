import { z } from "zod";
import { accountOnWire } from "../accounts.ts";
import { findAccounts } from "../queries.ts";
import { defineTask, pageOf, paginationSchema } from "../task.ts";

const request = z.looseObject({
  status: z.string().optional(),
  sandbox: z.boolean().optional(),
  pagination: paginationSchema,
});

export const listAccounts = defineTask({
  name: "list_accounts",
  request,
  description: "The brands that this key has bought for. One wallet pays for all of them.",
  async run(call, { status, sandbox, pagination: asked }) {
    const found = (await findAccounts(call)).filter(
      (account) =>
        (status === undefined || account.status === status) &&
        (sandbox === undefined || account.isSandbox === sandbox),
    );
    const { shown, pagination } = pageOf(found, asked);
    return { accounts: shown.map((account) => accountOnWire(call, account)), pagination };
  },
});
