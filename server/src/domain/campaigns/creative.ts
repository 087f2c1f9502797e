import { isIP } from "node:net";
import { type ErrorIssue, ExchangeError } from "../../contract/errors.ts";

interface TextRule {
  readonly policy: string;
  readonly pattern: RegExp;
  readonly message: string;
}

/** Each pattern runs in linear time: no nested repetition. */
const TEXT_RULES: readonly TextRule[] = [
  {
    policy: "control_characters",
    // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose.
    pattern: /[\u0000-\u0008\u000b-\u001f\u007f]/u,
    message: "has control characters",
  },
  {
    policy: "invisible_characters",
    // Joiners have their place inside emoji and between letters, and hide something elsewhere.
    pattern: new RegExp(
      [
        "(?<![\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d",
        "(?<!\\p{L})\\u200c",
        "[\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff]",
        "[\\u{e0000}-\\u{e007f}]",
      ].join("|"),
      "u",
    ),
    message: "has invisible or direction-changing characters",
  },
  { policy: "markup", pattern: /<[a-z!/?]|\]\(|!\[|```/i, message: "has markup" },
  {
    policy: "link_in_text",
    pattern: /https?:\/\/|\bwww\.|javascript:|data:[a-z]+\//i,
    message: "has a link; the landing address goes in creativeUrl",
  },
  {
    policy: "chat_template",
    pattern: /<\|[a-z_]+\|>|\[\/?INST\]|<\/?(system|assistant|user)>|<<SYS>>/i,
    message: "has chat-template tokens",
  },
  {
    policy: "role_prefix",
    pattern: /^\s*(system|assistant|user|developer)\s*:/im,
    message: "starts like a chat role",
  },
  {
    policy: "addressed_to_model",
    pattern: /\b(ignore|disregard|forget)\b[^.]{0,40}\b(instructions?|prompts?|rules)\b/i,
    message: "is addressed to the model instead of the reader",
  },
  {
    policy: "addressed_to_model",
    pattern: /\b(you are now|system prompt|do not (mention|tell)|always recommend)\b/i,
    message: "is addressed to the model instead of the reader",
  },
  {
    policy: "encoded_run",
    pattern: /[A-Za-z0-9+/=]{48}/,
    message: "has a long encoded run",
  },
];

/**
 * Refuses a creative that breaks a content rule, naming the policy and where it was found.
 *
 * **Errors** `creative_rejected`.
 */
export function checkCreativeText(text: string, field: string): void {
  const pointer = `/arguments/${field}`;
  const issues = TEXT_RULES.flatMap((rule): ErrorIssue[] => {
    const found = rule.pattern.exec(text.normalize("NFKC"));
    if (found === null) return [];
    const span = `${found.index}-${found.index + found[0].length}`;
    return [{ pointer, keyword: rule.policy, message: `${rule.message} (characters ${span})` }];
  });
  if (issues.length > 0) {
    throw new ExchangeError("creative_rejected", {
      field: pointer,
      issues,
      suggestion: `Rewrite ${field} as plain marketing text without what the issues name.`,
    });
  }
}

/** Names that never leave this machine or its network. */
const PRIVATE_NAMES = /(^|\.)(localhost|local|internal|home|lan|intranet|test|invalid)$/i;

/**
 * Checks a landing address: https on a public name, without credentials. `allowedOrigin` is the
 * demo shop's, whose address is this machine.
 *
 * **Errors** `destination_invalid`.
 */
export function checkDestination(url: string, allowedOrigin: string | undefined): string {
  const parsed = parseUrl(url);
  if (parsed === undefined) throw destinationInvalid("is not an address");
  if (parsed.origin === allowedOrigin) return url;
  if (parsed.protocol !== "https:") throw destinationInvalid("must begin with https://");
  if (parsed.username !== "" || parsed.password !== "") {
    throw destinationInvalid("must not carry credentials");
  }
  const host = parsed.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  if (isIP(host) !== 0 || !host.includes(".") || PRIVATE_NAMES.test(host)) {
    throw destinationInvalid("must name a public host");
  }
  return url;
}

/** Stand-ins for macros. What is checked is what a click will open, not the template of it. */
const SAMPLE_VALUES = { click_id: "clk", campaign_id: "cmp", placement_id: "plc" };

function parseUrl(url: string): URL | undefined {
  if (/[\r\n\t\\]/.test(url)) return undefined;
  const plain = expandMacros(url, SAMPLE_VALUES);
  return URL.canParse(plain) ? new URL(plain) : undefined;
}

function destinationInvalid(problem: string): ExchangeError {
  return new ExchangeError("destination_invalid", {
    field: "/arguments/creativeUrl",
    message: `creativeUrl ${problem}.`,
    issues: [{ pointer: "/arguments/creativeUrl", keyword: "destination", message: problem }],
    suggestion: "Send an https address on a public host name.",
  });
}

/**
 * Puts the click id into a landing address; macros we do not know become empty. The result fits a
 * header: characters outside ASCII are written the way browsers would send them.
 */
export function expandMacros(url: string, values: Readonly<Record<string, string>>): string {
  const expanded = url.replace(/\{([a-z_]+)\}/g, (_whole, name: string) =>
    encodeURIComponent(values[name] ?? ""),
  );
  const isPlain = /^[\x21-\x7e]*$/.test(expanded);
  return isPlain || !URL.canParse(expanded) ? expanded : new URL(expanded).href;
}
