import { createCitationReader } from "../citations/index.ts";
import { createShelf } from "./offered-turn.ts";

/** Reasoning that held a mark is rare, and only the last steps of an answer are given back. */
const KEPT_MAX = 200;

export type ReasoningReader = { push(chunk: string): string; end(): string };

/**
 * Removes marks from what a model thinks aloud: they mean nothing there. Providers sign reasoning
 * and refuse it when it comes back changed, so the original is kept for the next call.
 */
export function createReasonings() {
  const originals = createShelf<string>(KEPT_MAX);

  function reader(): ReasoningReader {
    const reading = createCitationReader([], { render: "none", appendDisclosure: false });
    let [given, shown] = ["", ""];
    const show = (text: string): string => {
      shown += text;
      return text;
    };
    return {
      push(chunk) {
        given += chunk;
        return show(reading.push(chunk));
      },
      end() {
        const rest = show(reading.end().text);
        if (shown !== given) originals.set(shown, given);
        return rest;
      },
    };
  }

  return {
    reader,
    strip(text: string): string {
      const reading = reader();
      return reading.push(text) + reading.end();
    },
    restore: (text: string): string => originals.get(text) ?? text,
  };
}

export type Reasonings = ReturnType<typeof createReasonings>;
