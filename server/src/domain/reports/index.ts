import { attribution } from "./attribution.ts";
import { planForValues } from "./queries.ts";
import { createReportDatabase } from "./replica.ts";
import { type Asked, REPORTS } from "./report.ts";

export {
  CITATION_LIMITS,
  type CitationRate,
  findUnusualCitations,
} from "./queries.ts";

export { rollUp } from "./replica.ts";

export type Reports = ReturnType<typeof createReports>;

/**
 * Reports of both sides. Each reads one moment; on a replica it may be some seconds old.
 *
 * **Errors** `not_found` (a campaign or placement that is not the caller's), `invalid_arguments`.
 */
export function createReports(deps: Parameters<typeof createReportDatabase>[0]) {
  const database = createReportDatabase(deps);
  const from =
    <Request, Answer>(make: (asked: Asked, request: Request) => Promise<Answer>) =>
    (asked: Omit<Asked, "snapshot">, request: Request): Promise<Answer> =>
      database.snapshot(async (snapshot) => {
        await planForValues(snapshot);
        return make({ ...asked, snapshot }, request);
      });
  return {
    /** Undefined without a replica. */
    replicaLagMs: database.lagMs,
    close: async () => deps.replica?.close(),
    publisher: from(REPORTS.publisher),
    publisherByCampaign: from(REPORTS.publisherByCampaign),
    publisherByPlacement: from(REPORTS.publisherByPlacement),
    advertiser: from(REPORTS.advertiser),
    advertiserByCampaign: from(REPORTS.advertiserByCampaign),
    advertiserByPlacement: from(REPORTS.advertiserByPlacement),
    attribution: from(attribution),
  };
}
