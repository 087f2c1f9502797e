import { type ChildProcess, spawn } from "node:child_process";
import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { freePort } from "../../../local/free-port.ts";
import { makeTestFolder, removeTestFolder } from "../../setup/postgres.ts";
import { until } from "../../setup/production.ts";
import { databaseAccount } from "./cluster.ts";

export interface Bouncer {
  readonly port: number;
  /** Rows of one of its `show` commands. */
  show(what: string): Promise<Record<string, unknown>[]>;
  restart(): Promise<void>;
  remove(): Promise<void>;
}

/** PgBouncer in transaction mode before one server; Debian's package must be installed. */
export async function startBouncer(options: {
  readonly target: () => number;
  readonly users: Readonly<Record<string, string>>;
}): Promise<Bouncer> {
  const folder = await makeTestFolder();
  const account = databaseAccount();
  if (account !== null) chownSync(folder, account.uid, account.gid);
  const port = await freePort();
  const users = Object.entries(options.users).map(([name, secret]) => `"${name}" "${secret}"\n`);
  writeFileSync(join(folder, "users.txt"), `${users.join("")}"admin" "admin"\n`);
  let child: ChildProcess | undefined;
  const start = async () => {
    writeFileSync(join(folder, "bouncer.ini"), iniOf(folder, port, options.target()));
    child = spawn("pgbouncer", ["-q", join(folder, "bouncer.ini")], {
      ...account,
      stdio: "ignore",
    });
    const isUp = () =>
      show("version").then(
        () => true,
        () => false,
      );
    await until(isUp, () => "PgBouncer does not answer.");
  };
  const stop = async () => {
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child?.once("close", resolve));
    child.kill("SIGTERM");
    await ended;
  };
  const show = async (what: string) => {
    const connectionString = `postgres://admin:admin@127.0.0.1:${port}/pgbouncer`;
    const client = new pg.Client({ connectionString });
    client.on("error", () => undefined);
    await client.connect();
    try {
      return (await client.query(`show ${what}`)).rows;
    } finally {
      await client.end();
    }
  };
  await start();
  return {
    port,
    show,
    async restart() {
      await stop();
      await start();
    },
    async remove() {
      await stop();
      await removeTestFolder(folder);
    },
  };
}

function iniOf(folder: string, port: number, target: number): string {
  return `[databases]
* = host=127.0.0.1 port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${folder}/users.txt
admin_users = admin
pool_mode = transaction
default_pool_size = 10
max_client_conn = 500
server_login_retry = 1
`;
}
