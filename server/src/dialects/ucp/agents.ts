import { z } from "zod";
import { createBoundedMap } from "../../core/cache.ts";
import type { Clock } from "../../core/clock.ts";
import { retryLater } from "../common.ts";
import type { FetchDocument } from "../deps.ts";
import { DoorError, objectOf } from "../door.ts";
import { RELEASES, type Release } from "./releases.ts";

/** What an agent's profile says it understands. */
export interface AgentProfile {
  readonly version: string;
  readonly capabilities: ReadonlySet<string>;
}

const CAPABILITIES = ["search", "lookup"].map((name) => `dev.ucp.shopping.catalog.${name}`);

/**
 * Profiles that their publisher hosts for every user of a tool. They are known without a request.
 *
 * **Source** @shopify/ucp-cli 0.9.0, which contains both texts.
 */
const PINNED: ReadonlyMap<string, AgentProfile> = new Map(
  RELEASES.map((version) => [
    `https://shopify.dev/ucp/agent-profiles/${version}/valid-with-capabilities.json`,
    { version, capabilities: new Set(CAPABILITIES) },
  ]),
);

const ucpSchema = z.object({
  version: z.string().max(40),
  capabilities: z.record(z.string().max(200), z.unknown()).default({}),
});
const profileSchema = z.object({ ucp: ucpSchema });

const PROFILES_MAX = 256;
/** The shortest time that the specification allows a profile to be cached. */
const KEPT_MS = 60_000;
const URL_LENGTH_MAX = 2_048;
/** Addresses that were not seen before, in a minute and process; further ones wait for the next. */
const NEW_PER_MINUTE_MAX = 120;

/** Reads the profiles of agents, each at most once a minute. */
export function createAgentProfiles(fetchProfile: FetchDocument, clock: Clock) {
  type Known = { readonly profile: Promise<AgentProfile>; readonly atMs: number };
  const known = createBoundedMap<string, Known>(PROFILES_MAX);
  let minute = { atMs: clock.monotonicMs(), count: 0 };
  const admitNew = () => {
    const nowMs = clock.monotonicMs();
    if (nowMs - minute.atMs >= KEPT_MS) minute = { atMs: nowMs, count: 0 };
    minute.count += 1;
    if (minute.count <= NEW_PER_MINUTE_MAX) return;
    const retryAfter = Math.ceil((minute.atMs + KEPT_MS - nowMs) / 1_000);
    throw retryLater("rate_limited", "Too many new agent profiles.", retryAfter);
  };
  const load = (url: string): Promise<AgentProfile> => {
    const found = known.get(url);
    if (found !== undefined && clock.monotonicMs() - found.atMs < KEPT_MS) return found.profile;
    admitNew();
    const profile = read(url, fetchProfile);
    // Failures are kept as well: an address that does not answer costs one request a minute.
    profile.catch(() => undefined);
    known.set(url, { profile, atMs: clock.monotonicMs() });
    return profile;
  };
  return {
    /** **Errors** `DoorError` with `data.code`. */
    async profileOf(url: unknown, release: Release): Promise<AgentProfile> {
      if (typeof url !== "string" || url.length > URL_LENGTH_MAX || !URL.canParse(url)) {
        throw refused("invalid_profile_url", "meta.ucp-agent.profile is required, a URL.");
      }
      const profile = PINNED.get(url) ?? (await load(url));
      if (profile.version === release) return profile;
      throw refused("version_unsupported", `The profile is of UCP ${profile.version}.`, {
        supported_versions: RELEASES,
      });
    },
  };
}

async function read(url: string, fetchProfile: FetchDocument): Promise<AgentProfile> {
  const answer = await fetchProfile(url);
  if (answer.kind === "blocked") {
    throw refused("invalid_profile_url", "The profile must be https on a public host.");
  }
  if (answer.kind !== "fetched" || answer.status !== 200) {
    throw refused("profile_unreachable", "The profile could not be fetched.");
  }
  const parsed = profileSchema.safeParse(objectOf(answer.text));
  if (!parsed.success) throw refused("profile_malformed", "The profile is not a UCP profile.");
  const { version, capabilities } = parsed.data.ucp;
  return { version, capabilities: new Set(Object.keys(capabilities)) };
}

/** **Source** UCP, overview, error codes of version negotiation. */
function refused(code: string, content: string, more: object = {}): DoorError {
  return new DoorError(-32001, "UCP discovery failed", { data: { code, content, ...more } });
}
