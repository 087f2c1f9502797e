import { expect, test } from "vitest";
import { z } from "zod";
import { ERRORS } from "../../../server/src/contract/errors.ts";
import { API_VERSION } from "../../../server/src/contract/version.ts";
import { openApiOf, renderOpenApi } from "../../../server/src/render/openapi.ts";
import { CATALOGUE, catalogHash } from "../../../server/src/tools/catalogue.ts";

const BASE_URL = "https://ads.example.com";
const document: unknown = JSON.parse(renderOpenApi(BASE_URL));
const record = z.record(z.string(), z.unknown());

/** What stands at a JSON pointer of the document. */
function at(pointer: string): unknown {
  const steps = pointer.replace(/^#?\//, "").split("/");
  return steps.reduce<unknown>(
    (value, step) => record.parse(value)[step.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
}

/** Every value in the document under a key, at any depth. */
function valuesOf(key: string, value: unknown = document): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === key ? [member] : []),
    ...valuesOf(key, member),
  ]);
}

test("the document says which catalogue it describes, and where it is served", () => {
  expect(document).toMatchObject({
    openapi: "3.1.1",
    info: { version: API_VERSION, "x-catalog-hash": catalogHash() },
    servers: [{ url: BASE_URL }],
  });
});

test("every tool is one of the calls, chosen by its name", () => {
  const body = "/paths/~1api~1agent/post/requestBody/content/application~1json/schema";
  const mapping = record.parse(at(`${body}/discriminator/mapping`));
  expect(Object.keys(mapping).sort()).toEqual(CATALOGUE.map((tool) => tool.name).sort());
  expect(at(`${body}/oneOf`)).toHaveLength(CATALOGUE.length);
  for (const [name, pointer] of Object.entries(mapping)) {
    expect(at(`${String(pointer)}/properties/tool`)).toEqual({ type: "string", const: name });
    expect(at(`${String(pointer)}/additionalProperties`)).toBe(false);
  }
});

test("no reference leads nowhere", () => {
  const refs = valuesOf("$ref");
  expect(refs.length).toBeGreaterThan(CATALOGUE.length);
  for (const ref of refs) expect(at(String(ref)), String(ref)).toBeDefined();
});

test("arguments are strict and answers are open, so that a field can be added", () => {
  for (const [name, schema] of Object.entries(record.parse(at("/components/schemas")))) {
    if (name.endsWith("Arguments")) {
      const { $ref } = record.parse(schema);
      const whole = $ref === undefined ? schema : at(String($ref));
      expect(whole, name).toMatchObject({ additionalProperties: false });
    }
    if (/Result$|^Product|^Error$/.test(name)) {
      expect(valuesOf("additionalProperties", schema), name).not.toContain(false);
    }
  }
});

test("every example of a call is one that its tool takes", () => {
  const examples = valuesOf("examples", at("/paths/~1api~1agent/post/requestBody"));
  const call = z.object({ tool: z.string(), arguments: record });
  const values = examples.flatMap((group) => Object.values(record.parse(group)));
  expect(values.length).toBeGreaterThanOrEqual(CATALOGUE.length);
  for (const value of values) {
    const { tool: name, arguments: args } = call.parse(record.parse(value).value);
    const tool = CATALOGUE.find((candidate) => candidate.name === name);
    expect(() => tool?.prepare(args), name).not.toThrow();
  }
});

test("every error code stands at its status, and a call may answer with each of them", () => {
  const responses = record.parse(at("/paths/~1api~1agent/post/responses"));
  for (const [code, kind] of Object.entries(ERRORS)) {
    const examples = at(`/components/responses/Error${kind.status}/content/application~1json`);
    expect(examples).toMatchObject({ examples: { [code]: { value: { error: { code } } } } });
    if (code !== "method_not_allowed") expect(responses).toHaveProperty([String(kind.status)]);
  }
});

test("only addresses that need no key are open without one", () => {
  const { paths } = openApiOf(BASE_URL);
  expect(paths["/api/agent"].post.security).toEqual([{ apiKey: [] }, {}]);
  const { "/api/agent": _agent, ...others } = paths;
  const open: Record<string, Record<string, { operationId: string; security: object[] }>> = others;
  for (const operation of Object.values(open).flatMap((item) => Object.values(item))) {
    expect(operation.security, operation.operationId).toEqual([]);
  }
});
