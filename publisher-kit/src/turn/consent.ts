import { base64Bits } from "../core/tokens.ts";
import type { ConsentSignals } from "../types.ts";

/** Source: IAB TCF 2.3, the core string: where the bits of the 24 purposes begin. */
const PURPOSES_CONSENT_AT = 152;
const PURPOSES_INTEREST_AT = 176;
/** Basic advertising, which counting how often a conversation saw an offer belongs to. */
const PURPOSE = 2;
const TCF_VERSION = 2;
const VERSION_BITS = 6;

export const isSet = (signal: unknown): boolean => signal === true || signal === 1;

/**
 * Whether a session may be named to the exchange: not when the reader objected, nor where the
 * reader has to be asked first and did not agree to basic advertising. A GPP string is not read:
 * where one of its sections applies, the reader stays unnamed.
 */
export function maySendSession(consent: ConsentSignals | undefined): boolean {
  if (consent === undefined) return true;
  if (isSet(consent.gpc) || hasGppSection(consent.gppSid)) return false;
  if (/^1.Y/i.test(consent.usPrivacy ?? "")) return false;
  return !isSet(consent.gdpr) || allowsBasicAds(consent.gdprConsent ?? "");
}

/** Ids of sections that apply, as a list or as text such as `7_8`; 0 and -1 say that none does. */
function hasGppSection(sections: ConsentSignals["gppSid"]): boolean {
  const ids = typeof sections === "string" ? sections.split(/[^\d-]+/).map(Number) : sections;
  return ids?.some((id) => id > 0) === true;
}

function allowsBasicAds(tcString: string): boolean {
  const bits = base64Bits(tcString.split(".")[0] ?? "");
  if (bits === undefined) return false;
  const version = Array.from({ length: VERSION_BITS }, (_, index) => Number(bits(index)));
  if (version.reduce((sum, bit) => sum * 2 + bit, 0) !== TCF_VERSION) return false;
  return bits(PURPOSES_CONSENT_AT + PURPOSE - 1) || bits(PURPOSES_INTEREST_AT + PURPOSE - 1);
}
