import {
  citationMarks,
  citationSlug,
  citationTag,
  NONCE_BYTES,
  slugOfTag,
} from "../../contract/citation.ts";
import { timeOfUuid, uuidFromBase32, uuidFromHex } from "../../contract/ids.ts";
import { CREATIVE_VERSIONS_MAX } from "../../contract/resources/campaign.ts";
import { deliveryIdOf } from "../../contract/resources/delivery.ts";
import { type Signer, sha256 } from "../../core/signing.ts";
import type { CampaignFacts } from "./queries.ts";

/**
 * The token of the click hop: 48 bytes, written as 64 base64url characters.
 *
 * | bytes | holds |
 * |---|---|
 * | 0 | kind: 1 campaign, 2 product |
 * | 1 | key id |
 * | 2..5 | issued, seconds since 1970 |
 * | 6..7 | creative version (campaign) |
 * | 8..23 | the delivery's uuid; or product number and hash of the attribution hints |
 * | 24..31 | campaign number |
 * | 32..47 | HMAC-SHA256 over bytes 0..31, cut to 16 |
 *
 * There is no destination in it, so that not even a leaked key makes an open redirect.
 */
export type ClickToken =
  | {
      readonly kind: "campaign";
      readonly issuedAtMs: number;
      readonly version: number;
      readonly deliveryUuid: string;
      readonly campaignNumber: bigint;
    }
  | {
      readonly kind: "product";
      readonly issuedAtMs: number;
      readonly productNumber: bigint;
      readonly hintHash: bigint;
    };

const SIZE_BYTES = 48;
const SIGNED_BYTES = 32;
const MAC_BYTES = 16;
const FORM = /^[A-Za-z0-9_-]{64}$/;
const CLICK = "click";
const KIND_CAMPAIGN = 1;
const KIND_PRODUCT = 2;
const HOUR_MS = 3_600_000;

/** Makes the token of a tracked link. **Shape** 64 base64url characters: 48 bytes with a MAC. */
export function writeToken(token: ClickToken, signer: Signer): string {
  const bytes = Buffer.alloc(SIZE_BYTES);
  bytes[0] = token.kind === "campaign" ? KIND_CAMPAIGN : KIND_PRODUCT;
  bytes[1] = signer.kid;
  bytes.writeUInt32BE(Math.floor(token.issuedAtMs / 1000), 2);
  if (token.kind === "campaign") {
    bytes.writeUInt16BE(token.version % 65_536, 6);
    bytes.write(token.deliveryUuid.replaceAll("-", ""), 8, "hex");
    bytes.writeBigUInt64BE(token.campaignNumber, 24);
  } else {
    bytes.writeBigUInt64BE(token.productNumber, 8);
    bytes.writeBigUInt64BE(token.hintHash, 16);
  }
  signer.mac(CLICK, bytes.subarray(0, SIGNED_BYTES), MAC_BYTES).copy(bytes, SIGNED_BYTES);
  return bytes.toString("base64url");
}

/** The token of a feed product is the same for a whole hour, so that lists can be cached. */
export function writeProductToken(
  product: { productNumber: bigint; hintHash: bigint; now: Date },
  signer: Signer,
): string {
  const hourMs = Math.floor(product.now.getTime() / HOUR_MS) * HOUR_MS;
  return writeToken(
    {
      kind: "product",
      issuedAtMs: hourMs,
      productNumber: product.productNumber,
      hintHash: product.hintHash,
    },
    signer,
  );
}

/** Reads a token; undefined when its form, key or signature is wrong, without saying which. */
export function readToken(text: string, signer: Signer): ClickToken | undefined {
  if (!FORM.test(text)) return undefined;
  const bytes = Buffer.from(text, "base64url");
  const mac = bytes.subarray(SIGNED_BYTES);
  const data = bytes.subarray(0, SIGNED_BYTES);
  const kid = bytes[1];
  if (kid === undefined || !signer.verify({ purpose: CLICK, data, mac, kid })) return undefined;
  const issuedAtMs = bytes.readUInt32BE(2) * 1000;
  if (bytes[0] === KIND_CAMPAIGN) {
    return {
      kind: "campaign",
      issuedAtMs,
      version: bytes.readUInt16BE(6),
      deliveryUuid: uuidFromHex(bytes.toString("hex", 8, 24)),
      campaignNumber: bytes.readBigUInt64BE(24),
    };
  }
  if (bytes[0] !== KIND_PRODUCT) return undefined;
  return {
    kind: "product",
    issuedAtMs,
    productNumber: bytes.readBigUInt64BE(8),
    hintHash: bytes.readBigUInt64BE(16),
  };
}

/** Eight bytes that stand for a publisher and an origin; zero stands for neither. */
export function hintHashOf(hints: { publisherId?: string; origin?: string }): bigint {
  if (hints.publisherId === undefined && hints.origin === undefined) return 0n;
  const digest = sha256(`${hints.publisherId ?? ""}\0${hints.origin ?? ""}`);
  // The top bit stays clear, so that the number fits PostgreSQL's signed bigint.
  return digest.readBigUInt64BE(0) & 0x7fff_ffff_ffff_ffffn;
}

const DELIVERY = "delivery";

const BODY_START = 4;
const BODY_END = 30;

/** A delivery id proves itself: later deliveries of a campaign need no row to be believed. */
export function signDelivery(uuid: string, facts: CampaignFacts, signer: Signer): string {
  const data = signedText(uuid, facts, facts.creative.version);
  return deliveryIdOf(uuid, signer.mac(DELIVERY, data, MAC_BYTES));
}

/** The delivery behind an id, or undefined when we did not issue it for this campaign. */
export function verifyDelivery(
  deliveryId: string,
  facts: CampaignFacts,
  signer: Signer,
): { uuid: string; version: number; issuedAtMs: number } | undefined {
  const uuid = uuidFromBase32(deliveryId.slice(BODY_START, BODY_END));
  const mac = Buffer.from(deliveryId.slice(BODY_END + 1), "base64url");
  if (mac.length !== MAC_BYTES) return undefined;
  for (const version of likelyVersions(facts.creative.version)) {
    const data = signedText(uuid, facts, version);
    if (signer.verify({ purpose: DELIVERY, data, mac })) {
      return { uuid, version, issuedAtMs: timeOfUuid(uuid) };
    }
  }
  return undefined;
}

/** All versions, the newest known first. Another process may have delivered a newer one. */
function* likelyVersions(newest: number): Iterable<number> {
  for (let version = newest; version >= 1; version -= 1) yield version;
  for (let version = newest + 1; version <= CREATIVE_VERSIONS_MAX; version += 1) yield version;
}

function signedText(uuid: string, facts: CampaignFacts, version: number): string {
  return `${uuid}|${facts.campaignId}|${facts.placementId}|${version}`;
}

/** A publisher's session name as a keyed hash: comparable for us, meaningless for anyone else. */
export function sessionHash(sessionKey: string | undefined, signer: Signer): string | null {
  if (sessionKey === undefined) return null;
  return uuidFromHex(signer.mac("session", sessionKey, 16).toString("hex"));
}

const CITATION = "citation";

/**
 * What an answer cites this delivery by. Its nonce is a code over delivery, slug and label, so
 * nothing is stored, and a sponsor renamed or a label changed later breaks no open delivery.
 */
export function citationOf(
  delivery: { readonly uuid: string; readonly sponsor: string; readonly label: string },
  signer: Signer,
) {
  const { uuid, sponsor, label } = delivery;
  const slug = citationSlug(sponsor);
  const tag = citationTag(slug, signer.mac(CITATION, citedText(uuid, slug, label), NONCE_BYTES));
  return { tag, label, marks: citationMarks(tag) };
}

/** Whether tag and label are those that this delivery was handed out with. */
export function isCitationOf(
  uuid: string,
  { tag, label }: { readonly tag: string; readonly label: string },
  signer: Signer,
): boolean {
  const slug = slugOfTag(tag);
  const codes = signer.macs(CITATION, citedText(uuid, slug, label), NONCE_BYTES);
  return codes.some((code) => citationTag(slug, code) === tag);
}

/** A slug has no bar, so the label may have any number of them. */
function citedText(uuid: string, slug: string, label: string): string {
  return `${uuid}|${slug}|${label}`;
}
