import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { z } from "zod";

const fileSchema = z.object({
  releases: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))),
});
const file = fileSchema.parse(
  JSON.parse(readFileSync(new URL("ucp-schemas.json", import.meta.url), "utf8")),
);

const RESPONSES: Readonly<Record<string, string>> = {
  search_catalog: "shopping/catalog_search.json#/$defs/search_response",
  lookup_catalog: "shopping/catalog_lookup.json#/$defs/lookup_response",
  get_product: "shopping/catalog_lookup.json#/$defs/get_product_response",
};

/** What the specification of a release says against an answer; empty when it is valid. */
export function createResponseCheck(release: string): (tool: string, answer: unknown) => string {
  const ajv = new Ajv2020({ strict: false, formats: { uri: (text) => URL.canParse(text) } });
  for (const [path, schema] of Object.entries(file.releases[release] ?? {})) {
    ajv.addSchema({ ...schema, $id: `https://ucp.dev/schemas/${path}` });
  }
  return (tool, answer) => {
    const check = ajv.getSchema(`https://ucp.dev/schemas/${RESPONSES[tool]}`);
    if (check === undefined) return `There is no schema of ${tool}.`;
    return check(answer) ? "" : ajv.errorsText(check.errors);
  };
}
