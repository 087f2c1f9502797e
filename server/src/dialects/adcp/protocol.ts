import { readFileSync } from "node:fs";
import { z } from "zod";

const protocolSchema = z.object({
  /** How a client recovers from each error code. */
  recovery: z.record(z.string(), z.enum(["transient", "correctable", "terminal"])),
  /** The schema of each task's request, by its path among all. */
  requests: z.record(z.string(), z.string()),
  schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
});
let known: z.output<typeof protocolSchema> | undefined;

/** What `npm run gen` wrote from the official package. */
export function protocol(): z.output<typeof protocolSchema> {
  const file = new URL("generated/requests.json", import.meta.url);
  known ??= protocolSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  return known;
}
