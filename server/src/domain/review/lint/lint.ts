import { findActs } from "./acts.ts";
import { CONTROL, findAll, findDisguised, findInvisible, findMixedScript } from "./characters.ts";
import {
  BASE32,
  BASE64,
  CODES,
  DOMAIN,
  ESCAPES,
  isBase64,
  LINKS,
  MARKUP,
  REPETITION,
  ROLE_PREFIX,
  TEMPLATE,
} from "./structure.ts";
import { disguisedViews, plainView, type Span, spansOf, type View } from "./view.ts";

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
 * What a text is for. The policies are the same for all but for what the purpose needs: a coupon
 * may ask to tell shoppers of its benefit, a placement may name its domain and speak of answers, a
 * name may be a domain. A message is only refused for control characters; the rest flags it.
 */
export type LintProfile = "creative" | "coupon" | "placement" | "name" | "message";

export interface Finding {
  readonly policy: Policy;
  readonly span: Span;
  readonly reason: string;
}

interface Given {
  readonly text: string;
  readonly plain: View;
  readonly views: readonly View[];
  readonly profile: LintProfile;
}

interface Check {
  readonly policy: Policy;
  readonly reason: string;
  readonly except?: readonly LintProfile[];
  find(given: Given): Span[];
}

const CHECKS: readonly Check[] = [
  {
    policy: "control_characters",
    reason: "has control characters",
    find: ({ text }) => findAll(text, CONTROL),
  },
  {
    policy: "invisible_characters",
    reason: "has invisible or direction-changing characters",
    find: ({ text }) => findInvisible(text),
  },
  {
    policy: "disguised_letters",
    reason: "has letters made of marks, pictures or look-alikes",
    find: ({ text }) => findDisguised(text),
  },
  {
    policy: "mixed_script",
    reason: "mixes look-alike letters of several scripts in one word",
    find: ({ text }) => findMixedScript(text),
  },
  {
    policy: "markup",
    reason: "has markup",
    except: ["message"],
    find: ({ plain }) => spansOf(plain, MARKUP),
  },
  {
    policy: "chat_template_tokens",
    reason: "has chat-template tokens",
    find: ({ plain }) => spansOf(plain, TEMPLATE),
  },
  {
    policy: "role_prefix",
    reason: "speaks as a role of a chat",
    find: ({ plain }) => spansOf(plain, ROLE_PREFIX),
  },
  {
    policy: "link_in_text",
    reason: "has a link or an address",
    except: ["message"],
    find: ({ plain, text, profile }) => [
      ...spansOf(plain, LINKS),
      ...(profile === "placement" || profile === "name" ? [] : findAll(text, DOMAIN)),
    ],
  },
  {
    policy: "encoded_run",
    reason: "has encoded text",
    find: ({ plain, text, profile }) => [
      ...spansOf(plain, ESCAPES),
      ...findAll(text, BASE64).filter(({ start, end }) => isBase64(text.slice(start, end))),
      ...findAll(text, BASE32),
      ...findAll(text, CODES),
      ...findTurned(plain, profile),
    ],
  },
  {
    policy: "repetition",
    reason: "repeats itself to fill space",
    except: ["name", "message"],
    find: ({ text }) => findAll(text, REPETITION),
  },
  {
    policy: "addressed_to_model",
    reason: "is addressed to the model instead of the reader",
    find: ({ plain, views, profile }) =>
      [plain, ...views].flatMap((view) => findActs(view, profile)),
  },
];

/** Instructions that run backwards or whose letters are moved by half the alphabet. */
function findTurned(plain: View, profile: LintProfile): Span[] {
  const latin = plain.text.replace(/[^ -~]/g, " ");
  const moved = latin.replace(/[a-z]/g, (letter) => {
    const place = (letter.charCodeAt(0) - CODE_A + LETTERS / 2) % LETTERS;
    return String.fromCharCode(CODE_A + place);
  });
  const turned = [[...latin].toReversed().join(""), moved];
  const isHostile = turned.some((text) => findActs({ ...plain, text }, profile).length > 0);
  return isHostile ? [{ start: 0, end: plain.ends.at(-1) ?? 0 }] : [];
}

const CODE_A = 97;
const LETTERS = 26;
/** Enough for an author to see what is wrong. */
const FINDINGS_MAX = 20;

/**
 * Everything in a text that a policy of its profile forbids, in the order of the text; each place
 * once for each policy. Deterministic; its time grows linearly with the length of the text.
 */
export function lintText(text: string, profile: LintProfile): Finding[] {
  const plain = plainView(text);
  const given = { text, plain, views: disguisedViews(plain), profile };
  return CHECKS.filter(({ except }) => except?.includes(profile) !== true)
    .flatMap(({ policy, reason, find }) =>
      merged(find(given)).map((span): Finding => ({ policy, span, reason })),
    )
    .toSorted((left, right) => left.span.start - right.span.start)
    .slice(0, FINDINGS_MAX);
}

function merged(spans: readonly Span[]): Span[] {
  const joined: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}
