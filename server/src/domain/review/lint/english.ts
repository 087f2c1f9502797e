import { AUTHORITY, SECRETS } from "./english-authority.ts";
import { BENDING } from "./english-bending.ts";
import { BEHAVIOUR } from "./english-chats.ts";
import { CONCEALMENT, RECOMMENDING } from "./english-offers.ts";
import { ADDRESSED, OVERRIDE } from "./english-orders.ts";
import { EXFILTRATION, READER, REPLYING, TOOLS } from "./english-replies.ts";
import type { PhraseRule } from "./rule.ts";

export const ENGLISH: readonly PhraseRule[] = [
  ...OVERRIDE,
  ...ADDRESSED,
  ...RECOMMENDING,
  ...CONCEALMENT,
  ...READER,
  ...REPLYING,
  ...TOOLS,
  ...EXFILTRATION,
  ...AUTHORITY,
  ...BEHAVIOUR,
  ...BENDING,
  ...SECRETS,
];
