import { lstat, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { createPublisherKit } from "@placard/publisher-kit";
import type { PublisherKit, PublisherKitOptions } from "@placard/publisher-kit/types";
import { createSidecar, type SidecarOptions } from "./listener.ts";
import { isAnswered, openSpool, type Spool } from "./spool.ts";

const SECRET_MIN = 16;

export type ServeOptions = {
  kit: PublisherKitOptions;
  /** A port of `host`, or the path of a Unix socket. */
  listen: { host: string; port: number } | { path: string };
  /** A folder for reports; absent: they wait in memory. */
  spool?: string | undefined;
  secret?: string | undefined;
  routes?: SidecarOptions["routes"];
};

export type Sidecar = {
  kit: PublisherKit;
  /** Where it listens: a URL or a path. */
  address: string;
  /** Sends what is queued, for at most 5 s. What is left stays in the spool. */
  close(): Promise<void>;
};

/**
 * Starts a sidecar and sends the reports that an earlier one has left in the spool.
 *
 * **Errors** `TypeError` for a wrong option; `Error` for a port or spool that another process uses.
 */
export async function serve(options: ServeOptions): Promise<Sidecar> {
  const { listen, secret = "", routes = {} } = options;
  const isLocal = "path" in listen || /^(localhost|127\.\d+\.\d+\.\d+|::1)$/.test(listen.host);
  if (!isLocal && secret === "") {
    throw new TypeError(
      "`PLACARD_SIDECAR_SECRET` must be set if `--host` is not a loopback address.",
    );
  }
  if (secret !== "" && secret.length < SECRET_MIN) {
    throw new TypeError(`\`PLACARD_SIDECAR_SECRET\` must have at least ${SECRET_MIN} characters.`);
  }
  const spool = options.spool === undefined ? undefined : await openSpool(options.spool);
  try {
    const kit = createPublisherKit({ ...options.kit, ...(spool && { store: spool }) });
    for (const report of spool?.pending() ?? []) kit.report(report);
    const onlyLoopback = secret === "" && !("path" in listen);
    const server = createServer(
      // An answer of a model may take longer than Node gives a request.
      { requestTimeout: 0 },
      createSidecar({ kit, secret, routes, onlyLoopback, ...(spool && { spool }) }),
    );
    await open(server, listen);
    return { kit, address: addressOf(server), close: () => closeAll(server, kit, spool) };
  } catch (error) {
    await spool?.close();
    throw error;
  }
}

async function open(server: Server, listen: ServeOptions["listen"]): Promise<void> {
  if ("path" in listen) await removeStale(listen.path);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(listen, resolve);
  });
}

/** Removes a socket that a killed process left; never another file, nor a socket in use. */
async function removeStale(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isSocket() === true && !(await isAnswered(path))) await rm(path);
}

function addressOf(server: Server): string {
  const address = server.address();
  if (typeof address === "string" || address === null) return address ?? "";
  const host = address.family === "IPv6" ? `[${address.address}]` : address.address;
  return `http://${host}:${address.port}`;
}

async function closeAll(server: Server, kit: PublisherKit, spool: Spool | undefined) {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await kit.close();
  server.closeAllConnections();
  await closed;
  await spool?.close();
}
