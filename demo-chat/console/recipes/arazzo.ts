import { type Json, listOf, recordOf, textOf } from "../../goods/market/json.ts";

/** What the console reads of an Arazzo 1.0 document. */
export type ArazzoDocument = { workflows: readonly Workflow[] };
export type Workflow = {
  workflowId: string;
  summary: string;
  dependsOn?: readonly string[];
  steps: readonly WorkflowStep[];
  outputs?: Readonly<Record<string, string>>;
};
export type WorkflowStep = {
  stepId: string;
  description: string;
  operationId: string;
  parameters?: readonly { name: string; in: "header" | "path" | "query"; value: unknown }[];
  requestBody?: { contentType: string; payload: unknown };
  successCriteria?: readonly { condition: string }[];
  outputs?: Readonly<Record<string, string>>;
};

/** Where an operation of the OpenAPI document beside it is. */
export type Operations = ReadonlyMap<string, { method: string; path: string }>;
export type Outputs = ReadonlyMap<string, Json>;
export type Call = {
  method: string;
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  /** The payload of a JSON body. */
  body?: unknown;
};

export function operationsOf(openapi: unknown): Operations {
  const paths = Object.entries(recordOf(recordOf(openapi)?.paths) ?? {});
  return new Map(
    paths.flatMap(([path, item]) =>
      Object.entries(recordOf(item) ?? {}).flatMap(([method, operation]) => {
        const id = textOf(recordOf(operation)?.operationId);
        return id === undefined ? [] : [[id, { method: method.toUpperCase(), path }] as const];
      }),
    ),
  );
}

/** The steps of a workflow behind those of the workflows that it depends on. */
export function stepsOf(document: ArazzoDocument, workflow: Workflow): WorkflowStep[] {
  const before = document.workflows.filter(({ workflowId }) =>
    workflow.dependsOn?.includes(workflowId),
  );
  return [...before.flatMap((one) => stepsOf(document, one)), ...workflow.steps];
}

/** One workflow's way: outputs of its steps, and of the workflows it depends on. */
export type Scope = { document: ArazzoDocument; operations: Operations; outputs: Outputs };

/** **Errors** `Error` where the document names an operation or an output that is not there. */
export function callOf(step: WorkflowStep, scope: Scope): Call {
  const operation = scope.operations.get(step.operationId);
  if (operation === undefined) throw new Error(`There is no operation ${step.operationId}.`);
  const given = (step.parameters ?? []).map(({ name, in: place, value }) => ({
    name,
    place,
    value: String(resolve(value, scope)),
  }));
  const at = (place: string) => given.filter((parameter) => parameter.place === place);
  const path = at("path").reduce(
    (text, { name, value }) => text.replace(`{${name}}`, encodeURIComponent(value)),
    operation.path,
  );
  const query = new URLSearchParams(at("query").map(({ name, value }) => [name, value])).toString();
  const { requestBody } = step;
  return {
    method: operation.method,
    path: query === "" ? path : `${path}?${query}`,
    headers: {
      ...Object.fromEntries(at("header").map(({ name, value }) => [name, value])),
      ...(requestBody !== undefined && { "content-type": requestBody.contentType }),
    },
    ...(requestBody !== undefined && { body: resolve(requestBody.payload, scope) }),
  };
}

const EXPRESSION = /^\$(steps|workflows)\.([\w-]+)\.outputs\.(\w+)$/;
const EMBEDDED = /\{(\$(?:steps|workflows)\.[\w-]+\.outputs\.\w+)\}/g;

/** A value of the document with its runtime expressions replaced. */
function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope));
  if (typeof value === "string") {
    if (EXPRESSION.test(value)) return outputOf(value, scope);
    return value.replace(EMBEDDED, (_, name: string) => String(outputOf(name, scope)));
  }
  const fields = recordOf(value);
  if (fields === undefined) return value;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, resolve(field, scope)]),
  );
}

function outputOf(expression: string, scope: Scope): unknown {
  const [, kind, id = "", name = ""] = EXPRESSION.exec(expression) ?? [];
  if (kind === "workflows") {
    const workflow = scope.document.workflows.find(({ workflowId }) => workflowId === id);
    return outputOf(workflow?.outputs?.[name] ?? "", scope);
  }
  const output = scope.outputs.get(id)?.[name];
  if (output === undefined) throw new Error(`No earlier step has the output ${expression}.`);
  return output;
}

export type Answer = { status: number; body: Json };

/** What the answer is kept for, or the first criterion or output that it misses. */
export function readAnswer(
  { successCriteria = [], outputs = {} }: WorkflowStep,
  answer: Answer,
): { outputs: Json } | { problem: string } {
  const error = textOf(recordOf(answer.body.error)?.message);
  const failed = successCriteria.find(({ condition }) => !holds(condition, answer));
  if (failed !== undefined) return { problem: error ?? `The answer misses ${failed.condition}.` };
  const found = Object.entries(outputs).map(([name, path]) => [name, valueAt(path, answer)]);
  const missing = found.find(([, value]) => value === undefined);
  if (missing !== undefined) return { problem: `The answer has no ${missing[0]}.` };
  return { outputs: Object.fromEntries(found) };
}

const CONDITION = /^(\S+) == (?:'(.*)'|(\S+))$/;

function holds(condition: string, answer: Answer): boolean {
  const [, left = "", text, literal = ""] = CONDITION.exec(condition) ?? [];
  return valueAt(left, answer) === (text ?? JSON.parse(literal));
}

/** `$statusCode`, or `$response.body#` with a JSON pointer. */
function valueAt(expression: string, { status, body }: Answer): unknown {
  if (expression === "$statusCode") return status;
  const [, pointer] = /^\$response\.body#\/(.+)$/.exec(expression) ?? [];
  return pointer?.split("/").reduce<unknown>((value, name) => {
    return Array.isArray(value) ? listOf(value)[Number(name)] : recordOf(value)?.[name];
  }, body);
}
