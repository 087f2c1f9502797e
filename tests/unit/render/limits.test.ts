import { expect, test } from "vitest";
import { createMcpSurfaces } from "../../../server/src/render/mcp-schema.ts";
import { openApiOf } from "../../../server/src/render/openapi.ts";
import { CATALOGUE } from "../../../server/src/tools/catalogue.ts";

const BASE_URL = "https://ads.example.com";
const LIMITS = ["enum", "const", "minimum", "maximum", "default"] as const;
const schemas = new Map(Object.entries(openApiOf(BASE_URL).components.schemas));
const [all] = createMcpSurfaces(BASE_URL);

const pascal = (name: string) =>
  name.replace(/(^|_)(\w)/g, (_all, _line, letter) => letter.toUpperCase());

type Field = readonly [path: string, field: Record<string, unknown>];

/** A schema with what it refers to in place of the reference. */
function resolved(schema: unknown): Record<string, unknown> {
  const { $ref, ...rest } = Object(schema);
  if ($ref === undefined) return rest;
  return { ...resolved(schemas.get(String($ref).replace("#/components/schemas/", ""))), ...rest };
}

/** Every field of an argument object by its path, with the schema it has. */
function fieldsOf(schema: unknown, path: string): Field[] {
  const { properties, items } = resolved(schema);
  const own = Object.entries(Object(properties)).flatMap(([name, field]): Field[] => [
    [`${path}.${name}`, resolved(field)],
    ...fieldsOf(field, `${path}.${name}`),
  ]);
  return items === undefined ? own : [...own, ...fieldsOf(items, `${path}[]`)];
}

test.each(CATALOGUE.map(({ name }) => name))(
  "%s has the same limits in MCP and OpenAPI",
  (name) => {
    const listed = all?.toolList.tools.find((tool) => tool.name === name)?.inputSchema;
    expect(schemas.has(`${pascal(name)}Arguments`)).toBe(true);
    const full = resolved(schemas.get(`${pascal(name)}Arguments`));
    const known = new Map(fieldsOf(full, name));
    const shown = fieldsOf(listed, name).filter(([path]) => known.has(path));
    for (const [path, field] of shown) {
      for (const limit of LIMITS.filter((one) => one in field)) {
        expect({ path, [limit]: field[limit] }).toEqual({
          path,
          [limit]: known.get(path)?.[limit],
        });
      }
    }
    // What MCP lists is not less than the object's own fields.
    expect(Object.keys(Object(listed?.properties))).toEqual(Object.keys(Object(full.properties)));
    expect(listed?.required).toEqual(full.required);
  },
);
