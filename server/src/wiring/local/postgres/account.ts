import { readFile } from "node:fs/promises";
import { EmbeddedPostgresError } from "./error.ts";
import { run } from "./process.ts";
import type { Account } from "./types.ts";

const OWN_ACCOUNT = "placard";

/** Ways to add a system user without a home or a login: Debian and Fedora, then Alpine. */
const waysToAdd = [
  ["/usr/sbin/useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin"],
  ["/usr/sbin/adduser", "-S", "-D", "-H", "-s", "/sbin/nologin"],
] as const;

/**
 * Chooses the user PostgreSQL runs as; null when we are an ordinary user ourselves.
 *
 * The owner of an existing cluster stays its owner. A new cluster goes to the owner of the data
 * folder, so that one start with sudo leaves nothing an ordinary user cannot use. Else an account
 * made for databases is taken before a new one is made, and `nobody` comes last, because other
 * services may run as it and could then read the cluster.
 */
export async function chooseAccount(
  clusterOwnerUid: number | null,
  folderOwnerUid: number,
): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  const accounts = await readAccounts();
  if (clusterOwnerUid !== null && clusterOwnerUid !== 0) {
    const owner = accounts.find((account) => account.uid === clusterOwnerUid);
    if (owner) return owner;
    throw new EmbeddedPostgresError(
      `The database folder belongs to user number ${clusterOwnerUid}, ` +
        "which this machine does not know.",
    );
  }
  const named = (name: string) => accounts.find((account) => account.name === name);
  const folderOwner = accounts.find((account) => account.uid === folderOwnerUid);
  if (folderOwner && folderOwner.uid !== 0) return folderOwner;
  const found = named(OWN_ACCOUNT) ?? named("postgres") ?? (await addAccount()) ?? named("nobody");
  if (found && found.uid !== 0) return found;
  throw new EmbeddedPostgresError(
    "PostgreSQL does not run as root and no other user was found: " +
      "add a user called placard, or set DATABASE_URL.",
  );
}

async function addAccount(): Promise<Account | undefined> {
  for (const [program, ...args] of waysToAdd) {
    const result = await run(program, [...args, OWN_ACCOUNT], null);
    if (result.exitCode === 0) break;
  }
  return (await readAccounts()).find((account) => account.name === OWN_ACCOUNT);
}

async function readAccounts(): Promise<Account[]> {
  const text = await readFile("/etc/passwd", "utf8");
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    if (!name || uid === undefined || gid === undefined) return [];
    return [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}
