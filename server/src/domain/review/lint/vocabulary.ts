/** The words of one language that the general rules are made of; without marks, in lower case. */
export interface Vocabulary {
  /** To ignore, to forget, to disobey. */
  readonly ignore: string;
  /** Previous, all, your: what turns rules into those of the model. */
  readonly earlier: string;
  /** Instructions and prompts; never something a shopper is asked to ignore. */
  readonly instructions: string;
  /** Rules and orders; only with `earlier`. */
  readonly rules: string;
  readonly always: string;
  /** Recommend, mention, suggest: as orders. */
  readonly recommend: string;
  readonly not: string;
  /** Tell, disclose, mention; stems. */
  readonly tell: string;
  readonly user: string;
  readonly ad: string;
  readonly rivals: string;
  /** Send, show, reveal: as orders. */
  readonly send: string;
  readonly secrets: string;
  /** Phrases that only a model is spoken to with. */
  readonly phrases: string;
}

/** What is asked of a model in English wherever it is asked. */
export const SECRET = "system ?prompt[^ ]*|prompt[^ ]*|";
