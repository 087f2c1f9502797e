import { expect, test } from "vitest";
import { z } from "zod";
import { renderArazzo } from "../../../server/src/render/arazzo.ts";
import { openApiOf } from "../../../server/src/render/openapi.ts";
import { RECIPES } from "../../../server/src/render/recipes.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";

const stepSchema = z.object({
  stepId: z.string(),
  operationId: z.string(),
  requestBody: z
    .object({ payload: z.object({ tool: z.string(), arguments: z.looseObject({}) }) })
    .optional(),
  successCriteria: z.array(z.object({ condition: z.string() })).min(1),
  outputs: z.record(z.string(), z.string()).optional(),
});
const documentSchema = z.object({
  arazzo: z.literal("1.0.1"),
  sourceDescriptions: z.array(z.object({ url: z.literal("./openapi.json") })),
  workflows: z.array(z.object({ workflowId: z.string(), steps: z.array(stepSchema) })),
});
const text = renderArazzo();
const { workflows } = documentSchema.parse(JSON.parse(text));

test("each recipe is one workflow with all its steps", () => {
  expect(workflows.map(({ workflowId }) => workflowId)).toEqual(RECIPES.map(({ id }) => id));
  expect(workflows.map(({ steps }) => steps.length)).toEqual(
    RECIPES.map(({ steps }) => steps.length),
  );
});

test("a step calls an operation of the OpenAPI document, and a tool of the catalogue", () => {
  const paths = Object.values(openApiOf("https://ads.example.com").paths);
  const operations = paths.flatMap((item) => Object.values(item));
  const known = new Set(operations.map(({ operationId }) => operationId));
  const tools = new Set(CATALOGUE.map(({ name }) => name));
  for (const { operationId, requestBody } of workflows.flatMap(({ steps }) => steps)) {
    expect(known).toContain(operationId);
    if (requestBody !== undefined) expect(tools).toContain(requestBody.payload.tool);
  }
});

test("no variable of a shell is left, and every reference leads to an output", () => {
  expect(text).not.toMatch(/"\$[A-Z]/);
  const outputs = new Set(
    workflows.flatMap(({ workflowId, steps }) =>
      steps.flatMap(({ stepId, outputs: kept = {} }) =>
        Object.keys(kept).flatMap((name) => [
          `$steps.${stepId}.outputs.${name}`,
          `$workflows.${workflowId}.outputs.${name}`,
        ]),
      ),
    ),
  );
  const used = [...text.matchAll(/\$(?:steps|workflows)\.[\w-]+\.outputs\.\w+/g)];
  expect(used.length).toBeGreaterThan(10);
  for (const [reference] of used) expect(outputs).toContain(reference);
});
