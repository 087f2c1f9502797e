import type { Recording, TimelineStep, TurnLog } from "../wire.ts";

/** Ids that differ in every run of the kit. */
const MADE_IDS = /\b(trn|evt)_[0-9a-hjkmnp-tv-z]{26}\b/g;
/** The random marks around quoted products. */
const BOUNDARIES = /\[(end of )?offers [\w-]{16}\]/g;
/** What makes the tag in a citation mark unique. */
const NONCES = /(\[\[(?:ad|rec|pick):[a-z0-9-]+)-[0-9a-hjkmnp-tv-z]{4}(?=\]\])/g;

/** The same text in every run: made ids are counted, random marks and nonces left out. */
export function withoutChance(text: string): string {
  const names = new Map<string, string>();
  return text
    .replace(MADE_IDS, (id, kind: string) => {
      const known = names.get(id) ?? `${kind}_${names.size + 1}`;
      names.set(id, known);
      return known;
    })
    .replace(BOUNDARIES, "[$1offers …]")
    .replace(NONCES, "$1-…");
}

/**
 * A replayed log in an order that chance has no part in: reports stand where they were answered
 * when it was recorded, and what came from outside where it came.
 */
export function normalised(
  log: TurnLog,
  recorded: Recording["turns"][number] | undefined,
): TurnLog {
  const reportedAtMs = lastReportOf(recorded);
  const own = log.steps.map((step) =>
    step.kind === "report" ? { ...step, atMs: Math.max(reportedAtMs, 0) } : step,
  );
  const outside = (recorded?.log.steps ?? []).filter(({ isOutside }) => isOutside === true);
  const steps = [...own, ...outside].toSorted((a, b) => a.atMs - b.atMs);
  const numbered = steps.map((step, index): TimelineStep => ({ ...step, id: index + 1 }));
  const clean: TurnLog = JSON.parse(withoutChance(JSON.stringify({ ...log, steps: numbered })));
  return clean;
}

function lastReportOf(recorded: Recording["turns"][number] | undefined): number {
  const ends = (recorded?.calls ?? [])
    .filter(({ body }) => JSON.stringify(body).includes('"report_events"'))
    .map(({ atMs = 0, durationMs }) => atMs + durationMs);
  return Math.max(0, ...ends);
}
