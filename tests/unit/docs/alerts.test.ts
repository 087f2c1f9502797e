import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const alerts = read("server/ops/alerts.yml");
const operations = read("server/docs/operations.md");
const dashboard = read("server/ops/grafana-dashboard.json");

test("each alert names a section of the operator's page that exists", () => {
  const headings = [...operations.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title.toLowerCase().replaceAll(" ", "-"),
  );
  const runbooks = [...alerts.matchAll(/runbook: server\/docs\/operations\.md#(\S+)/g)];
  expect(runbooks).toHaveLength(alerts.match(/- alert:/g)?.length ?? 0);
  for (const [, section] of runbooks) expect(headings).toContain(section);
});

test("each alert has a row that says what to do", () => {
  const names = [...alerts.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  const rows = [...operations.matchAll(/^\| `(Placard\w+)` \|/gm)].map(([, name = ""]) => name);
  expect(rows.toSorted()).toEqual(names.toSorted());
});

test("alerts use metrics that the dashboard charts", () => {
  const names = new Set(alerts.match(/placard_\w+/g));
  expect(names.size).toBeGreaterThan(9);
  for (const name of names) expect(dashboard).toContain(name);
});
