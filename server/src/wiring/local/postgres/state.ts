import { join } from "node:path";
import { numberField, readJson, textField, writePrivate } from "./files.ts";
import type { Purpose } from "./types.ts";

/** Who runs the database of a data folder, and where it listens. */
export interface State {
  readonly ownerPid: number;
  readonly purpose: Purpose;
  /** Null until the first start; kept after a stop, because the next start prefers it. */
  readonly port: number | null;
  /** Null while the server is not accepting connections. */
  readonly postmasterPid: number | null;
}

/** The state file's content; null when there never was a start. It may describe a dead server. */
export async function readState(control: string): Promise<State | null> {
  const fields = await readJson(join(control, "state.json"));
  const ownerPid = numberField(fields, "ownerPid");
  if (ownerPid === null) return null;
  const purpose = textField(fields, "purpose") === "call" ? "call" : "server";
  const port = numberField(fields, "port");
  return { ownerPid, purpose, port, postmasterPid: numberField(fields, "postmasterPid") };
}

export function writeState(control: string, state: State): Promise<void> {
  return writePrivate(join(control, "state.json"), `${JSON.stringify(state)}\n`);
}

/** The password of the database's owner role; null before the first start. */
export async function readPassword(control: string): Promise<string | null> {
  return textField(await readJson(join(control, "password.json")), "password");
}

export function writePassword(control: string, password: string): Promise<void> {
  return writePrivate(join(control, "password.json"), `${JSON.stringify({ password })}\n`);
}
