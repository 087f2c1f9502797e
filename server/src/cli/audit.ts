import { listAudit } from "../domain/audit/index.ts";
import { defineCommand, listing } from "./command.ts";

const LISTED_MAX = 200;

export const runAuditCommand = defineCommand("audit", {
  list: {
    usage: "[--actor TEXT] [--subject TEXT] [--action TEXT]",
    async run(given, { db }) {
      const [actor, subject, action] = ["actor", "subject", "action"].map(given.get);
      const items = await listAudit(db, { actor, subject, action, limit: LISTED_MAX });
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
