import { guarded } from "./guards.ts";
import { internalsOf } from "./internals.ts";
import type { ChatTurn, FilledTurn, PublisherKit, TurnInput } from "./types.ts";

/** What only the host knows of a turn; everything else is read from the model call. */
export type TurnDetails = Omit<TurnInput, "text" | "previous">;

/** A turn whose offers are put before a model, with the text that does it. */
export type OfferedTurn = { turn: FilledTurn; context: string };

/** What a model call shows of its conversation; `text` is the reader's last message. */
export type Asked = {
  text: string;
  previous: readonly ChatTurn[];
  details: TurnDetails | undefined;
  signal: AbortSignal | undefined;
};

/**
 * The offers for one model call, or undefined where there are none. Never rejects. In `sidebar`
 * mode the model gets no offers, so nothing is asked and no time is spent.
 */
export async function offersFor(
  kit: PublisherKit,
  { text, previous, details, signal }: Asked,
): Promise<OfferedTurn | undefined> {
  if (guarded(() => internalsOf(kit).mode) === "sidebar") return undefined;
  try {
    const options = signal === undefined ? {} : { signal };
    const turn = await kit.turn({ ...details, text, previous }, options);
    if (turn.status !== "filled" || turn.context === undefined) return undefined;
    return { turn, context: turn.context };
  } catch {
    return undefined;
  }
}

/** Remembers the newest of many things under a name; the oldest go first. */
export function createShelf<Value>(max: number) {
  const kept = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => kept.get(key),
    set(key: string, value: Value): void {
      kept.delete(key);
      kept.set(key, value);
      if (kept.size <= max) return;
      for (const oldest of kept.keys()) {
        kept.delete(oldest);
        return;
      }
    },
    delete: (key: string): boolean => kept.delete(key),
  };
}
