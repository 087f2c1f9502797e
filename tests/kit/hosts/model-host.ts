import type { PublisherKit, Turn, TurnInput } from "@placard/publisher-kit/types";

/** What a fake model does when it is called: speaks, calls the tool `look_up`, both, or fails. */
export type Step = { say?: readonly string[]; callTool?: true } | { fail: string };

export type Run = {
  kit: PublisherKit;
  text: string;
  previous?: readonly { role: "user" | "assistant"; text: string }[];
  /** One for each call of the model, in order. */
  steps: readonly Step[];
  signal?: AbortSignal;
  details?: Omit<TurnInput, "text" | "previous">;
  /** Receives the turn that the adapter makes. */
  onTurn?: (turn: Turn, call: object) => void;
  /** Whether the program wants JSON for an answer. */
  json?: boolean;
  /** Hears each piece of the answer as the host's reader gets it, where the host streams. */
  onPiece?: (piece: string) => void;
  /** What the model waits for before it makes the next piece of its answer. */
  beforeMore?: () => Promise<void>;
};

export type Ran = {
  answer: string;
  /** Everything the model was given, one text for each call. */
  prompts: string[];
  /** What the host can list below the answer; absent where it has no such thing. */
  sources?: Source[];
};

export type Source = { title: string; url: string; kind: string; tag: string };

/** A program around a model that the kit was put into, made of the real package of that name. */
export type ModelHost = {
  name: string;
  /** Runs a conversation's last turn to its end; rejects as the package does. */
  run(options: Run): Promise<Ran>;
  /** Whether the answer is heard piece by piece. */
  streams: boolean;
  /** Whether pieces that follow each other at once may be heard as one, as over a network. */
  joins?: true;
  /** Whether it runs a loop of model and tools by itself. */
  loops: boolean;
  /** Whether it can ask its model for JSON. */
  structures: boolean;
};
