import type { DialectName } from "../core/env.ts";
import { renderAdagents } from "./adcp/adagents.ts";
import { createAdcpOffer } from "./adcp/offer.ts";
import type { AdcpDeps } from "./adcp/task.ts";
import type { FetchDocument } from "./deps.ts";
import type { DoorOffer } from "./door.ts";
import { createUcpOffers } from "./ucp/offers.ts";
import { profilePathOf, RELEASES, type Release, renderProfile } from "./ucp/releases.ts";

/** The protocols of other agents that are on. Each only translates to tools and back. */
export interface Dialects {
  readonly adcp?: {
    readonly offer: DoorOffer;
    /** Whom we sell for, as JSON. */
    renderAdagents(): Promise<string>;
  };
  readonly ucp?: {
    readonly offers: ReadonlyMap<Release, DoorOffer>;
    /** Profiles by path, as JSON. */
    readonly profiles: ReadonlyMap<string, string>;
  };
}

export interface DialectOptions extends AdcpDeps {
  readonly names: readonly DialectName[];
  readonly fetchProfile: FetchDocument;
}

export function createDialects(options: DialectOptions): Dialects {
  const { names, baseUrl } = options;
  return {
    ...(names.includes("adcp") && {
      adcp: {
        offer: createAdcpOffer(options),
        renderAdagents: () => renderAdagents(options),
      },
    }),
    ...(names.includes("ucp") && {
      ucp: {
        offers: createUcpOffers(options),
        profiles: new Map(RELEASES.map((one) => [profilePathOf(one), renderProfile(baseUrl, one)])),
      },
    }),
  };
}
