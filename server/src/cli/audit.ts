import { listAudit } from "../domain/audit/index.ts";
import { defineCommand, listing, optionsOf } from "./command.ts";

const LISTED_MAX = 200;

export const runAuditCommand = defineCommand("audit", {
  list: {
    usage: "[--actor TEXT] [--subject TEXT] [--action TEXT]",
    async run(given, { db }) {
      const which = optionsOf(given, ["actor", "subject", "action"]);
      const items = await listAudit(db, { ...which, limit: LISTED_MAX });
      const rows = items.map(({ at, actor, action, subject, detail }) => [
        at.toISOString(),
        actor,
        action,
        subject ?? "",
        JSON.stringify(detail),
      ]);
      return listing(items, { head: HEAD, rows, empty: "No rows." });
    },
  },
});

const HEAD = ["at", "actor", "action", "subject", "detail"];
