import { createPublisherKit } from "@placard/publisher-kit";
import type { ConsentSignals } from "@placard/publisher-kit/types";
import { expect, test } from "vitest";
import { campaign, startExchange } from "./exchange-double.ts";

/** A TCF 2 core string with some of its bits set; what lies before the purposes does not matter. */
function tcString(bits: readonly number[], version = 2): string {
  const bytes = new Uint8Array(27);
  bytes[0] = version << 2;
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (128 >> (bit & 7));
  return Buffer.from(bytes).toString("base64url");
}

const agreed = tcString([152, 153]);
const byInterest = tcString([177]);
const refused = tcString([152]);
type Row = { what: string; consent: ConsentSignals; isNamed: boolean };
const rows: Row[] = [
  { what: "nothing known", consent: {}, isNamed: true },
  { what: "Global Privacy Control", consent: { gpc: true }, isNamed: false },
  { what: "no objection", consent: { gpc: false, usPrivacy: "1YNN" }, isNamed: true },
  { what: "opted out of sale", consent: { usPrivacy: "1YYN" }, isNamed: false },
  { what: "GDPR, not asked yet", consent: { gdpr: true }, isNamed: false },
  { what: "GDPR, agreed", consent: { gdpr: true, gdprConsent: agreed }, isNamed: true },
  {
    what: "GDPR, agreed, with more segments",
    consent: { gdpr: true, gdprConsent: `${agreed}.YAAAAAAAAAA` },
    isNamed: true,
  },
  {
    what: "GDPR, legitimate interest not objected to",
    consent: { gdpr: true, gdprConsent: byInterest },
    isNamed: true,
  },
  { what: "GDPR, refused", consent: { gdpr: true, gdprConsent: refused }, isNamed: false },
  {
    what: "GDPR, a string of another version",
    consent: { gdpr: true, gdprConsent: tcString([152, 153], 1) },
    isNamed: false,
  },
  { what: "GDPR, not a string", consent: { gdpr: true, gdprConsent: "yes!" }, isNamed: false },
  { what: "no GDPR, refused", consent: { gdpr: false, gdprConsent: refused }, isNamed: true },
  { what: "a section of GPP", consent: { gpp: "DBABLA~BV", gppSid: [7] }, isNamed: false },
  { what: "a section of GPP as text", consent: { gpp: "D", gppSid: "2_7" }, isNamed: false },
  { what: "no section of GPP", consent: { gpp: "DBAA", gppSid: [-1] }, isNamed: true },
  { what: "no section as text", consent: { gpp: "DBAA", gppSid: "-1" }, isNamed: true },
];

test.each(rows)("with $what a session is named: $isNamed", async ({ consent, isNamed }) => {
  await using exchange = await startExchange({
    list_campaigns: () => ({ body: { items: [campaign(1, "cpm")], nextCursor: null } }),
  });
  const kit = createPublisherKit({ baseUrl: exchange.baseUrl, apiKey: "rk_live_test" });
  await kit.turn({ text: "I'm looking for trail boots", sessionKey: "a conversation", consent });
  const [asked] = exchange.callsOf("deliver_ad");
  expect(asked?.args.sessionKey !== undefined).toBe(isNamed);
  // What the reader said goes along as it is: the exchange decides by it too.
  expect(asked?.args.consent).toEqual(consent);
  await kit.close({ drainMs: 10 });
});
