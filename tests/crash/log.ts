import { closeSync, createReadStream, openSync, writeSync } from "node:fs";
import { createInterface } from "node:readline";

/**
 * The outside log: what the clients sent and what they were told, one line each, appended before a
 * request leaves and after its answer came. It is the only judge: nothing in it is asked from the
 * exchange.
 *
 * `S id campaign count` an event that is about to be sent; `A id reason counted charged` its
 * acknowledgement (reason `-` when there was none, charged in micro-credits); `E id code` an error
 * of its own; `C id code` the answer to its id with another content, which must be a conflict;
 * `U id` given up without an answer.
 */
export interface EventLog {
  write(lines: readonly string[]): void;
  close(): void;
}

export function openLog(path: string): EventLog {
  const descriptor = openSync(path, "a");
  return {
    write: (lines) => void writeSync(descriptor, `${lines.join("\n")}\n`),
    close: () => closeSync(descriptor),
  };
}

export interface Acknowledged {
  readonly reason: string;
  readonly counted: number;
  readonly charged: bigint;
}

export interface Sent {
  readonly campaignId: string;
  readonly count: number;
  readonly acknowledged: Acknowledged[];
  readonly errors: string[];
  readonly conflicts: string[];
  isGivenUp: boolean;
}

/** **Shape** every event that was sent, by its id. */
export async function readLog(path: string): Promise<ReadonlyMap<string, Sent>> {
  const sent = new Map<string, Sent>();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [kind, id = "", first = "", second = "", third = "0"] = line.split(" ");
    if (kind === "S") {
      if (sent.has(id)) continue;
      const lists = { acknowledged: [], errors: [], conflicts: [] };
      sent.set(id, { campaignId: first, count: Number(second), ...lists, isGivenUp: false });
      continue;
    }
    const event = sent.get(id);
    if (event === undefined) throw new Error(`The log answers for ${id}, which was never sent.`);
    if (kind === "E") event.errors.push(first);
    else if (kind === "C") event.conflicts.push(first);
    else if (kind === "U") event.isGivenUp = true;
    else {
      event.acknowledged.push({ reason: first, counted: Number(second), charged: BigInt(third) });
    }
  }
  return sent;
}
