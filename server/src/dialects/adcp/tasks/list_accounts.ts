import { z } from "zod";
import { accountOnWire } from "../accounts.ts";
import { pageOf, paginationSchema } from "../paging.ts";
import { findAccounts } from "../queries.ts";
import { type AdcpTask, readRequest } from "../task.ts";

const request = z.looseObject({
  status: z.string().optional(),
  sandbox: z.boolean().optional(),
  pagination: paginationSchema,
});

export const listAccounts: AdcpTask = {
  name: "list_accounts",
  description: "The brands that this key has bought for. One wallet pays for all of them.",
  access: "advertiser",
  mutates: false,
  async run(call, given) {
    const { status, sandbox, pagination: asked } = readRequest(request, given);
    const found = (await findAccounts(call)).filter(
      (account) =>
        (status === undefined || account.status === status) &&
        (sandbox === undefined || account.isSandbox === sandbox),
    );
    const { shown, pagination } = pageOf(found, asked);
    return { accounts: shown.map((account) => accountOnWire(call, account)), pagination };
  },
};
