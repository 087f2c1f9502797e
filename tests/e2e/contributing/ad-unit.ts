import type { Change } from "./copy.ts";

const UNIT = `  cpq: {
    ...AT_ADVERTISER,
    meaning: "A qualified phone call.",
    noun: "call",
    paysWhen: "a reader who came through the card calls",
    floorCredits: 150,
    event: "cpq",
    kind: 10,
  },
`;

const MIGRATION = `-- Calls are sold. Older code keeps running: it does not offer the new unit.

alter table brand drop constraint brand_ad_unit_types_check;
alter table brand add constraint brand_ad_unit_types_check check (
  ad_unit_types
    <@ array['cpr', 'cpia', 'cppromo', 'cpd', 'cpm', 'cpc', 'cpa', 'cpl', 'cpi', 'cpq']
  and cardinality(ad_unit_types) > 0
);

create index event_call_idx on event (campaign_id, id) where kind = 10;
`;

/** A unit that advertisers report: qualified phone calls. */
export const AD_UNIT_RECIPE: Change = {
  recipe: "Add an ad unit",
  names: { NNNN_SUBJECT: "9001_calls" },
  files: {
    "server/src/contract/units.ts": [
      { replace: "} as const satisfies", by: `${UNIT}} as const satisfies` },
    ],
    "migrations/9001_calls.sql": MIGRATION,
    "server/docs/contract.md": [
      {
        after: "| `cpi` | an install | 100 | `report_conversion`, `cpi` | 14 days |\n",
        add: "| `cpq` | a qualified call | 150 | `report_conversion`, `cpq` | 14 days |\n",
      },
      { replace: "| `cpa`, `cpl`, `cpi` | adv", by: "| `cpa`, `cpl`, `cpi`, `cpq` | adv" },
    ],
    "server/docs/glossary.md": [
      { replace: "`cpa`, `cpl`, `cpi` |", by: "`cpa`, `cpl`, `cpi`, `cpq` |" },
    ],
    "tests/unit/contract/units.test.ts": [
      { after: "      cpi: 100,\n", add: "      cpq: 150,\n" },
      {
        after: '      "cppromo report_conversion coupon_redeemed",\n',
        add: '      "cpq report_conversion cpq",\n',
      },
      { after: "      cpi: 14,\n", add: "      cpq: 14,\n" },
    ],
    "tests/simulation/reference.ts": [
      { replace: '["cpa", "cpl", "cpi"]', by: '["cpa", "cpl", "cpi", "cpq"]' },
      { after: '  cpi: "cpi",\n', add: '  cpq: "cpq",\n' },
    ],
  },
};
