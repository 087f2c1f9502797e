import { API_VERSION } from "../contract/version.ts";
import { type PlainRequest, RECIPES, type Recipe, type RecipeStep } from "./recipes.ts";

/** `GET /recipes.arazzo.json`: the recipes as workflows that programs run (Arazzo 1.0.1). */
export function renderArazzo(): string {
  const document = {
    arazzo: "1.0.1",
    info: {
      title: "Recipes of Placard",
      version: API_VERSION,
      summary: "From nothing to a campaign that was delivered, settled and cashed out.",
      description:
        "The recipes of the docs, step by step. They run as they stand, in this order, on a " +
        "sandbox exchange; `platform` where the first brand of the catalogue pays 500 credits " +
        "for cpm and has a deep link.",
    },
    // Beside this document, wherever it is served or kept.
    sourceDescriptions: [{ name: "placard", url: "./openapi.json", type: "openapi" }],
    workflows: RECIPES.map(workflowOf),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function workflowOf(recipe: Recipe) {
  const steps = recipe.steps.map((step, index) => {
    const place = { recipe, index };
    return {
      stepId: stepIdOf(place),
      description: step.say,
      ...callOf(step, place),
      successCriteria: criteriaOf(step),
      ...(step.keep === undefined ? {} : { outputs: outputsOf(step) }),
    };
  });
  const kept = recipe.steps.flatMap(({ keep = [] }, index) =>
    keep.map(({ name }) => [name, outputOf({ recipe, index }, name)]),
  );
  return {
    workflowId: recipe.id,
    summary: recipe.title,
    description: recipe.intro,
    ...(recipe.after === undefined ? {} : { dependsOn: [recipe.after] }),
    steps,
    ...(kept.length === 0 ? {} : { outputs: Object.fromEntries(kept) }),
  };
}

interface Place {
  readonly recipe: Recipe;
  readonly index: number;
}

/** The checkers want them to be different in the whole document. */
const stepIdOf = ({ recipe, index }: Place) => `${recipe.id}-${index + 1}`;
const outputOf = (place: Place, name: string) => `$steps.${stepIdOf(place)}.outputs.${name}`;

function callOf({ request }: RecipeStep, place: Place): object {
  if (!("tool" in request)) {
    return { operationId: request.operationId, parameters: parametersOf(request, place) };
  }
  const { tool, key, arguments: args } = request;
  return {
    operationId: "callTool",
    ...(key === undefined
      ? {}
      : { parameters: [header("Authorization", `Bearer {${expressionOf(key, place)}}`)] }),
    requestBody: {
      contentType: "application/json",
      payload: { tool, arguments: filledIn(args, place) },
    },
  };
}

const header = (name: string, value: string) => ({ name, in: "header", value });

function parametersOf({ path, values }: PlainRequest, place: Place) {
  const own = Object.entries(values).map(([name, value]) => ({
    name,
    in: path.includes(`{${name}}`) ? "path" : "query",
    value: filledIn(value, place),
  }));
  return [...own, header("Accept", "application/json")];
}

/** Values with `$NAME` replaced by where that name was kept. */
function filledIn(value: unknown, place: Place): unknown {
  return JSON.parse(JSON.stringify(value), (_key, member: unknown) => {
    const [, name] = /^\$([A-Z_]+)$/.exec(String(member)) ?? [];
    return name === undefined ? member : expressionOf(name, place);
  });
}

/** Where a name was kept: by the last step before this one, else by an earlier recipe. */
function expressionOf(name: string, { recipe, index }: Place): string {
  const own = recipe.steps.slice(0, index).findLastIndex((step) => keeps(step, name));
  if (own >= 0) return outputOf({ recipe, index: own }, name);
  const earlier = RECIPES.find(({ steps }) => steps.some((step) => keeps(step, name)));
  if (earlier === undefined) throw new Error(`No recipe keeps ${name}.`);
  return `$workflows.${earlier.id}.outputs.${name}`;
}

function keeps(step: RecipeStep, name: string): boolean {
  return (step.keep ?? []).some((kept) => kept.name === name);
}

function criteriaOf({ check = {} }: RecipeStep) {
  const checks = Object.entries(check).map(([path, value]) => {
    const wanted = typeof value === "string" ? `'${value}'` : String(value);
    return { condition: `${pointerOf(path)} == ${wanted}` };
  });
  return [{ condition: "$statusCode == 200" }, ...checks];
}

function outputsOf({ keep = [] }: RecipeStep) {
  return Object.fromEntries(keep.map(({ name, path }) => [name, pointerOf(path)]));
}

/** `.items[0].placementId` as `$response.body#/items/0/placementId`. */
function pointerOf(path: string): string {
  return `$response.body#${path.replaceAll(/[.[]/g, "/").replaceAll("]", "")}`;
}
