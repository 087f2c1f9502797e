import { startEmbeddedPostgres } from "../../../local/postgres/start.ts";
import { silentLogger } from "../../../server/src/core/log.ts";

/** Runs the database of a folder until SIGTERM; the tests start it, kill it and read its line. */
const [dataDir = ""] = process.argv.slice(2);
try {
  const server = await startEmbeddedPostgres({
    dataDir,
    logger: silentLogger,
    settings: { fsync: "off" },
  });
  const line = { url: server.databaseUrl(), error: null };
  process.stdout.write(`${JSON.stringify(line)}\n`);
  process.once("SIGTERM", () => void server.stop());
} catch (cause) {
  const error = cause instanceof Error ? cause.message : String(cause);
  process.stdout.write(`${JSON.stringify({ url: "", error })}\n`);
}
