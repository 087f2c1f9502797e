import pg from "pg";
import type { Hosts } from "./db-session.ts";
import type { Logger } from "./log.ts";

const LISTEN_RETRY_MS = 500;

export interface Listening {
  readonly channel: string;
  readonly onNotify: (payload: string) => void;
  readonly onGap: (() => void) | undefined;
  readonly logger: Logger;
}

/** Holds one connection for LISTEN, outside the pool, and opens it again whenever it breaks. */
export function keepListening(
  config: pg.ClientConfig,
  hosts: Hosts,
  listening: Listening,
): () => Promise<void> {
  let stopped = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  const open = async (isRetry: boolean) => {
    const connectionString = hosts.current();
    const next = new pg.Client({ ...config, connectionString });
    client = next;
    const again = () => {
      if (stopped || client !== next) return;
      client = undefined;
      hosts.leave(connectionString);
      retry = setTimeout(() => void open(true), LISTEN_RETRY_MS);
    };
    next.on("error", again);
    next.on("end", again);
    next.on("notification", (message) => listening.onNotify(message.payload ?? ""));
    try {
      await next.connect();
      await next.query(`listen ${pg.escapeIdentifier(listening.channel)}`);
      if (isRetry) listening.onGap?.();
    } catch (error) {
      listening.logger.debug({ err: String(error) }, "database_listen_failed");
      again();
    }
  };
  void open(false);
  return async () => {
    stopped = true;
    clearTimeout(retry);
    await client?.end().catch(() => undefined);
  };
}
