import type { DialectName } from "../core/env.ts";
import { renderAdagents } from "./adcp/adagents.ts";
import { createAdcpOffer } from "./adcp/offer.ts";
import type { AdcpDeps } from "./adcp/task.ts";
import type { FetchDocument } from "./deps.ts";
import { createUcpOffers } from "./ucp/offers.ts";
import { profilePathOf, RELEASES, renderProfile } from "./ucp/releases.ts";

export type Dialects = ReturnType<typeof createDialects>;

export interface DialectOptions extends AdcpDeps {
  readonly names: readonly DialectName[];
  readonly fetchProfile: FetchDocument;
}

/** The protocols of other agents that are on. Each only translates to tools and back. */
export function createDialects(options: DialectOptions) {
  const { names, baseUrl } = options;
  return {
    ...(names.includes("adcp") && {
      adcp: {
        offer: createAdcpOffer(options),
        /** Whom we sell for, as JSON. */
        renderAdagents: () => renderAdagents(options),
      },
    }),
    ...(names.includes("ucp") && {
      ucp: {
        offers: createUcpOffers(options),
        /** Profiles by path, as JSON. */
        profiles: new Map(RELEASES.map((one) => [profilePathOf(one), renderProfile(baseUrl, one)])),
      },
    }),
  };
}
