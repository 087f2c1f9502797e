import { codeOfReason, DECISIONS } from "../contract/reasons.ts";
import { AD_UNITS, ADVERTISER_KINDS, CITED_KINDS, KIND } from "../contract/units.ts";

const HEADER = "-- Rendered from server/src/contract by `npm run gen`.\n";

/**
 * The contract's numbers as SQL functions, by file. PostgreSQL folds a call with a constant name
 * into the number when it plans a statement. An unknown name is null, so a test checks the names in
 * use.
 */
export function renderSqlConstants(): Readonly<Record<string, string>> {
  const units = Object.values(AD_UNITS).map(({ code, kind }): Value => [code, kind]);
  const settlement = DECISIONS.filter(({ by }) => by === "settlement");
  const reasons = [...new Set(settlement.map(({ reason }) => reason))];
  return {
    // A unit stands for the event that it bills; of the same name, they are the same.
    ...lookUp("event_kind", "smallint", [...new Map([...Object.entries(KIND), ...units])]),
    ...lookUp("event_kinds", "smallint[]", [
      ["advertiser", `'{${ADVERTISER_KINDS}}'`],
      ["cited", `'{${CITED_KINDS}}'`],
    ]),
    ...lookUp(
      "event_reason",
      "smallint",
      reasons.map((reason) => [reason, codeOfReason(reason)]),
    ),
  };
}

type Value = readonly [name: string, value: number | string];

function lookUp(name: string, type: string, values: readonly Value[]) {
  const cases = values.map(([key, value]) => `    when '${key}' then ${value}\n`).join("");
  const text = `${HEADER}create or replace function ${name}(p_name text) returns ${type}
language sql immutable parallel safe as $$
  select case p_name\n${cases}  end::${type}
$$;\n`;
  return { [`migrations/functions/${name}.sql`]: text };
}
