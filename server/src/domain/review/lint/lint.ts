import {
  findControl,
  findInvisible,
  findLeet,
  findMixedScript,
  findPicturedLetters,
  findPiledMarks,
} from "./characters.ts";
import { findEncoded } from "./encoded.ts";
import {
  findDomains,
  findLinks,
  findMarkup,
  findRolePrefix,
  findTemplateTokens,
} from "./markup.ts";
import { findAddressed, findDisguised } from "./phrases.ts";
import { findRepetition } from "./repetition.ts";
import { plainView, type Span, type View } from "./view.ts";

export const POLICIES = [
  "control_characters",
  "invisible_characters",
  "disguised_letters",
  "mixed_script",
  "markup",
  "chat_template_tokens",
  "role_prefix",
  "link_in_text",
  "encoded_run",
  "repetition",
  "addressed_to_model",
] as const;
export type Policy = (typeof POLICIES)[number];

/**
 * What a text is for decides which policies hold:
 * `creative` and `coupon` all, though a coupon may ask to tell shoppers of its benefit; `placement`
 * all, though it may name the domain it is on; `name` only characters and markup; `message` only
 * control characters, because one agent's words are given to the other as data.
 */
export type LintProfile = "creative" | "coupon" | "placement" | "name" | "message";

export interface Finding {
  readonly policy: Policy;
  /** Half-open. **Units** UTF-16 units of the text as it was given. */
  readonly span: Span;
  /** What is wrong, to follow the name of a field. */
  readonly reason: string;
}

interface Judged {
  readonly text: string;
  readonly plain: View;
  readonly profile: LintProfile;
}

interface Check {
  readonly policy: Policy;
  readonly reason: string;
  readonly profiles: readonly LintProfile[];
  find(judged: Judged): Span[];
}

const EVERY = ["creative", "coupon", "placement", "name", "message"] as const;
const SHOWN = ["creative", "coupon", "placement", "name"] as const;
const OFFERED = ["creative", "coupon", "placement"] as const;

const CHECKS: readonly Check[] = [
  {
    policy: "control_characters",
    reason: "has control characters",
    profiles: EVERY,
    find: ({ text }) => findControl(text),
  },
  {
    policy: "invisible_characters",
    reason: "has invisible or direction-changing characters",
    profiles: SHOWN,
    find: ({ text }) => findInvisible(text),
  },
  {
    policy: "disguised_letters",
    reason: "has letters made of marks, pictures or look-alikes",
    profiles: OFFERED,
    find: ({ text }) => [...findPiledMarks(text), ...findPicturedLetters(text), ...findLeet(text)],
  },
  {
    policy: "mixed_script",
    reason: "mixes look-alike letters of several scripts in one word",
    profiles: OFFERED,
    find: ({ text }) => findMixedScript(text),
  },
  {
    policy: "markup",
    reason: "has markup",
    profiles: SHOWN,
    find: ({ plain }) => findMarkup(plain),
  },
  {
    policy: "chat_template_tokens",
    reason: "has chat-template tokens",
    profiles: OFFERED,
    find: ({ plain }) => findTemplateTokens(plain),
  },
  {
    policy: "role_prefix",
    reason: "speaks as a role of a chat",
    profiles: OFFERED,
    find: ({ plain }) => findRolePrefix(plain),
  },
  {
    policy: "link_in_text",
    reason: "has a link or an address",
    profiles: OFFERED,
    find: ({ plain, text, profile }) => [
      ...findLinks(plain),
      ...(profile === "placement" ? [] : findDomains(plain, text)),
    ],
  },
  {
    policy: "encoded_run",
    reason: "has an encoded run",
    profiles: OFFERED,
    find: ({ plain, text }) => findEncoded(text, plain),
  },
  {
    policy: "encoded_run",
    reason: "hides words by turning or spacing their letters",
    profiles: OFFERED,
    find: ({ plain }) => findDisguised(plain),
  },
  {
    policy: "repetition",
    reason: "repeats itself to fill space",
    profiles: OFFERED,
    find: ({ text }) => findRepetition(text),
  },
  {
    policy: "addressed_to_model",
    reason: "is addressed to the model instead of the reader",
    profiles: OFFERED,
    find: ({ plain, profile }) =>
      findAddressed(plain, profile === "coupon" || profile === "placement" ? profile : "shoppers"),
  },
];

/** Enough for an author to see what is wrong. */
const FINDINGS_MAX = 20;

/**
 * Everything in a text that a policy of its profile forbids, in the order of the text; each place
 * once for each policy. Deterministic, and its time grows with the length of the text alone.
 */
export function lintText(text: string, profile: LintProfile): Finding[] {
  const judged = { text, plain: plainView(text), profile };
  const findings = CHECKS.filter((check) => check.profiles.includes(profile)).flatMap((check) =>
    merged(check.find(judged)).map(
      (span): Finding => ({
        policy: check.policy,
        span,
        reason: check.reason,
      }),
    ),
  );
  return findings
    .toSorted((left, right) => left.span.start - right.span.start)
    .slice(0, FINDINGS_MAX);
}

/** Overlapping spans as one. */
function merged(spans: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
