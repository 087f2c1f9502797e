import { join } from "node:path";
import { z } from "zod";
import { readJson, writePrivate } from "./files.ts";

const stateSchema = z.object({
  ownerPid: z.number(),
  purpose: z.enum(["server", "call"]),
  /** Null until the first start; kept after a stop, because the next start prefers it. */
  port: z.number().nullable(),
  /** Null while the server is not accepting connections. */
  postmasterPid: z.number().nullable(),
});

/** Which process runs the database of a data folder, and the port of the database. */
export type State = z.infer<typeof stateSchema>;

/** The state file's content; null when there never was a start. It may describe a dead server. */
export function readState(control: string): Promise<State | null> {
  return readJson(join(control, "state.json"), stateSchema);
}

export function writeState(control: string, state: State): Promise<void> {
  return writePrivate(join(control, "state.json"), `${JSON.stringify(state)}\n`);
}

const passwordSchema = z.object({ password: z.string() });

/** The password of the database's owner role; null before the first start. */
export async function readPassword(control: string): Promise<string | null> {
  return (await readJson(join(control, "password.json"), passwordSchema))?.password ?? null;
}

export function writePassword(control: string, password: string): Promise<void> {
  return writePrivate(join(control, "password.json"), `${JSON.stringify({ password })}\n`);
}
