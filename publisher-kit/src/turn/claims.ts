import { finiteOf, textOf } from "../core/guards.ts";
import { base64url, type Signer } from "../core/tokens.ts";
import type { DeviceClaims, SessionClaims, SessionResponse } from "../types.ts";

/** Source: the kit's contract: a session token lives 15 minutes at most. */
const SESSION_TTL_SECONDS = 900;
/** A delivery serves its events for 24 hours; no card token lives longer. */
const CARD_TTL_MS = 24 * 3_600_000;
const TOKEN_MAX = 2048;

/** A device token is renewed when its app signs in; it cannot be revoked before. */
const DEVICE_TTL_SECONDS = 30 * 24 * 3_600;

export type Session = {
  sid: string;
  origin: string;
  expiresAtMs: number;
  /**
   * What its cards are bound to: the session where the host named it, else the page's origin, so
   * that a browser whose anonymous token was renewed can still report what it shows.
   */
  binding: string;
};
export type CardClaims = {
  kind: "product" | "campaign";
  turnId: string;
  /** The binding of the session it was served to; empty when the host named none. */
  binding: string;
  campaignId?: string;
  deliveryId?: string;
  adUnitType?: string;
  issuedAtMs: number;
  /** Absent or not a number: a card then lives as long as a delivery may. */
  expiresAtMs?: number | undefined;
};

/** Begins the binding of a session that the host did not name. */
const ANONYMOUS = "at ";

/**
 * Whether a session may use what is bound to another binding. A host without `claims` names no
 * session to its pages, so there the signed token of a card, which only its own page has, decides.
 */
export const isWithinReach = (binding: string, session: Pick<Session, "binding">): boolean =>
  binding === "" ||
  binding === session.binding ||
  (session.binding.startsWith(ANONYMOUS) && !binding.startsWith(ANONYMOUS));

/** Issues a session token bound to one origin and one pseudonymous session. */
export async function issueSession(
  signer: Signer,
  claims: SessionClaims,
  nowMs: number,
): Promise<SessionResponse> {
  const random = base64url(crypto.getRandomValues(new Uint8Array(16)));
  const sid = await signer.pseudonym(claims.sessionKey ?? random);
  const asked = claims.ttlSeconds ?? SESSION_TTL_SECONDS;
  const ttl = Math.min(SESSION_TTL_SECONDS, Math.max(1, asked));
  const expiresAtMs = nowMs + ttl * 1000;
  const named = claims.sessionKey === undefined ? 0 : 1;
  const token = await signer.sign("s1", { sid, org: claims.origin, exp: expiresAtMs, named });
  return { token, expiresAt: new Date(expiresAtMs).toISOString() };
}

/** Issues what an app without a page shows instead of an origin. */
export async function issueDevice(
  signer: Signer,
  { device, ttlSeconds = DEVICE_TTL_SECONDS }: DeviceClaims,
  nowMs: number,
): Promise<SessionResponse> {
  const seconds = Math.min(DEVICE_TTL_SECONDS, Math.max(1, ttlSeconds));
  const expiresAtMs = nowMs + seconds * 1000;
  const dev = await signer.pseudonym(`device ${device}`);
  const token = await signer.sign("d1", { dev, exp: expiresAtMs });
  return { token, expiresAt: new Date(expiresAtMs).toISOString() };
}

/** The device behind a token as a session key, or undefined when it is forged or expired. */
export async function readDevice(
  signer: Signer,
  token: string,
  nowMs: number,
): Promise<string | undefined> {
  if (token.length > TOKEN_MAX) return undefined;
  const claims = await signer.verify("d1", token);
  const device = textOf(claims?.dev, 64);
  const expiresAtMs = finiteOf(claims?.exp) ?? 0;
  return device === undefined || expiresAtMs <= nowMs ? undefined : `device ${device}`;
}

/** The session behind a token, or undefined when it is forged, expired or of another origin. */
export async function readSession(
  signer: Signer,
  token: string,
  origin: string,
  nowMs: number,
): Promise<Session | undefined> {
  if (token.length > TOKEN_MAX) return undefined;
  const claims = await signer.verify("s1", token);
  const sid = textOf(claims?.sid, 64);
  const expiresAtMs = finiteOf(claims?.exp);
  if (sid === undefined || expiresAtMs === undefined || expiresAtMs <= nowMs) return undefined;
  if (claims?.org !== origin) return undefined;
  return { sid, origin, expiresAtMs, binding: claims.named === 1 ? sid : `${ANONYMOUS}${origin}` };
}

/** `place`: which card of its turn it is. */
export function signCard(signer: Signer, card: CardClaims, place: number): Promise<string> {
  return signer.sign("c1", {
    k: card.kind === "campaign" ? "c" : "p",
    t: card.turnId,
    s: card.binding,
    i: card.issuedAtMs,
    e: Math.min(card.expiresAtMs || Infinity, card.issuedAtMs + CARD_TTL_MS),
    ...(card.campaignId !== undefined && { c: card.campaignId }),
    ...(card.deliveryId !== undefined && { d: card.deliveryId }),
    ...(card.adUnitType !== undefined && { u: card.adUnitType }),
    // Without it, two products of one turn would have one token and count as one card.
    n: place,
  });
}

/** What a card token says, also an expired one, or undefined when it is forged. */
export async function readCard(
  signer: Signer,
  token: string,
): Promise<(CardClaims & { expiresAtMs: number }) | undefined> {
  if (token.length > TOKEN_MAX) return undefined;
  const claims = await signer.verify("c1", token);
  if (claims === undefined) return undefined;
  const turnId = textOf(claims.t, 64);
  const issuedAtMs = finiteOf(claims.i);
  const expiresAtMs = finiteOf(claims.e);
  if (turnId === undefined || issuedAtMs === undefined || expiresAtMs === undefined)
    return undefined;
  const campaignId = textOf(claims.c, 64);
  const deliveryId = textOf(claims.d, 128);
  const adUnitType = textOf(claims.u, 16);
  return {
    kind: claims.k === "c" ? "campaign" : "product",
    turnId,
    binding: textOf(claims.s, 300) ?? "",
    issuedAtMs,
    expiresAtMs,
    ...(campaignId !== undefined && { campaignId }),
    ...(deliveryId !== undefined && { deliveryId }),
    ...(adUnitType !== undefined && { adUnitType }),
  };
}
