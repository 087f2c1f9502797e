import { readFileSync } from "node:fs";
import { z } from "zod";

/** Written by `npm run gen` from the official package. */
export const RECOVERY_FILE = new URL("generated/requests.json", import.meta.url);

const recoverySchema = z.enum(["transient", "correctable", "terminal"]);
export type Recovery = z.infer<typeof recoverySchema>;

const fileSchema = z.object({ recovery: z.record(z.string(), recoverySchema) });
let known: Readonly<Record<string, Recovery>> | undefined;

/** How a client recovers from a code, by the protocol's own table. */
export function recoveryOf(code: string): Recovery {
  known ??= fileSchema.parse(JSON.parse(readFileSync(RECOVERY_FILE, "utf8"))).recovery;
  return known[code] ?? "terminal";
}
