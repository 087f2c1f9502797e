import { planRetention, runRetention } from "../domain/retention/index.ts";
import { asOwner, type RetentionSettings } from "../jobs/retention.ts";
import { audit, type CommandContext, defineCommand, tableOf } from "./command.ts";
import type { StatusContext } from "./status.ts";

export interface RetentionContext
  extends CommandContext,
    Pick<StatusContext, "databaseUrl" | "logger"> {
  readonly retention: RetentionSettings;
}

export const runRetentionCommand = defineCommand<RetentionContext>("retention", {
  run: {
    usage: "[--dry-run]",
    run: (given, context) =>
      asOwner(context, async (db) => {
        const options = { ...context.retention, db, now: context.clock.now() };
        if (given.has("dry-run")) {
          const { partitions, rows } = await planRetention(options);
          const cells = [...partitions.map((name) => [name, "all"]), ...Object.entries(rows)];
          const lines = cells.map(([name = "", count]) => [name, String(count)]);
          return { json: { partitions, rows }, text: tableOf([["table", "rows"], ...lines]) };
        }
        const { archived, delayed } = await runRetention({ ...options, logger: context.logger });
        const files = archived.map(({ name, rows }) => ({ name, rows }));
        await audit(context.db, context, {
          action: "retention.run",
          subject: "archive",
          detail: { files },
        });
        const lines = archived.map(({ name, rows, bytes, sha256 }) =>
          [`${name}.csv.gz`, rows, bytes, sha256].map(String),
        );
        const later = delayed.map((name) => `${name} is in use; the next run removes it\n`);
        return {
          json: { archived, delayed },
          text: tableOf([["file", "rows", "bytes", "sha256"], ...lines]) + later.join(""),
        };
      }),
  },
});
