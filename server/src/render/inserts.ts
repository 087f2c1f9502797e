import { CREDIT_PACKS } from "../contract/resources/wallet.ts";
import { AD_UNIT_TYPES, AD_UNITS } from "../contract/units.ts";
import { CONVENTIONS, limitsTable, recipeText, table } from "./llms-full.ts";
import { RECIPES } from "./recipes.ts";
import { CITATIONS, exampleInsert } from "./words.ts";

const INSERT = /^<!-- insert: (.+) -->$/gm;
/** The address in the documents' examples; a page shows that of its exchange. */
const EXAMPLE_URL = "http://127.0.0.1:8787";
/** Operators read these about a server of their own. */
const KEEPS_EXAMPLE_URL = /^\/docs\/(?:reference|decisions)\//;

/** Puts in what a guide takes from the catalogue or from another document, as Markdown. */
export function expand(page: { path: string; markdown: string }, baseUrl: string): string {
  const text = page.markdown.replace(INSERT, (_line, what: string) => insertOf(what, baseUrl));
  return KEEPS_EXAMPLE_URL.test(page.path) ? text : text.replaceAll(EXAMPLE_URL, baseUrl);
}

const INSERTS: Readonly<Record<string, (name: string, baseUrl: string) => string>> = {
  recipe: recipeInsert,
  example: exampleInsert,
  "ad-units": unitsInsert,
  maturity: maturityInsert,
  "credit-packs": packsInsert,
  "rate-limits": limitsTable,
  citations: () => CITATIONS,
  conventions: () => CONVENTIONS.replace(/^## .*\n/, "").trim(),
};

function insertOf(what: string, baseUrl: string): string {
  const [kind = "", name = ""] = what.split(" ");
  const insert = INSERTS[kind];
  if (insert === undefined) throw new Error(`A guide inserts ${what}, which does not exist.`);
  return insert(name, baseUrl);
}

function recipeInsert(id: string, baseUrl: string): string {
  const index = RECIPES.findIndex((recipe) => recipe.id === id);
  const recipe = RECIPES[index];
  if (recipe === undefined) throw new Error(`There is no recipe ${id}.`);
  const steps = recipeText(recipe, index + 1, baseUrl).replace(/^## .*\n/, "");
  // A step begins with the number of its recipe, which stands alone here.
  return steps.replace(/^\d+\.(\d+) /gm, "**$1.** ").trim();
}

function unitsInsert(): string {
  return table(
    ["ad unit", "what is paid", "report", "floor (credits)"],
    AD_UNIT_TYPES.map((adUnitType) => {
      const { meaning, reportTool, conversionType, floorCredits } = AD_UNITS[adUnitType];
      const type = conversionType === undefined ? "" : ` with \`${conversionType}\``;
      return [`\`${adUnitType}\``, meaning, `\`${reportTool}\`${type}`, String(floorCredits)];
    }),
  );
}

const HOURS_PER_DAY = 24;

function maturityInsert(): string {
  const byHours = Map.groupBy(AD_UNIT_TYPES, (adUnitType) => AD_UNITS[adUnitType].maturityHours);
  return table(
    ["ad units", "mature without a confirmation after"],
    [...byHours].map(([hours, units]) => [
      units.map((adUnitType) => `\`${adUnitType}\``).join(", "),
      `${hours / HOURS_PER_DAY} days`,
    ]),
  );
}

function packsInsert(): string {
  return table(
    ["pack", "credits", "price"],
    Object.entries(CREDIT_PACKS).map(([packId, { credits, priceUsd }]) => [
      `\`${packId}\``,
      credits.toLocaleString("en-US"),
      `$${priceUsd.toFixed(2)}`,
    ]),
  );
}
