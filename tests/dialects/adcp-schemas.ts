import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";
import { z } from "zod";

const SCHEMAS = new URL(
  "../tools/node_modules/@adcp/sdk/dist/lib/schemas-data/3.0/",
  import.meta.url,
);
const RESPONSES: Readonly<Record<string, string>> = {
  get_adcp_capabilities: "protocol/get-adcp-capabilities",
  get_products: "media-buy/get-products",
  list_creative_formats: "media-buy/list-creative-formats",
  sync_accounts: "account/sync-accounts",
  list_accounts: "account/list-accounts",
  create_media_buy: "media-buy/create-media-buy",
  update_media_buy: "media-buy/update-media-buy",
  get_media_buys: "media-buy/get-media-buys",
  get_media_buy_delivery: "media-buy/get-media-buy-delivery",
  sync_creatives: "creative/sync-creatives",
  list_creatives: "creative/list-creatives",
  sync_event_sources: "media-buy/sync-event-sources",
  log_event: "media-buy/log-event",
};
export const ADCP_TASKS = Object.keys(RESPONSES);

const schemaSchema = z.looseObject({ $id: z.string().optional() });
const read = (path: string) =>
  schemaSchema.parse(JSON.parse(readFileSync(new URL(path, SCHEMAS), "utf8")));
const codesSchema = z.looseObject({ enum: z.array(z.string()) });
const errorSchema = z.looseObject({ adcp_error: z.looseObject({ code: z.string() }) });

/** What the protocol's own schemas say against an answer of a task; empty when it is valid. */
export function createAdcpCheck(): (task: string, answer: object, isError: boolean) => string {
  const ajv = new Ajv({
    strict: false,
    logger: false,
    formats: { "date-time": true, date: true, email: true },
  });
  ajv.addFormat("uri", (text) => URL.canParse(text)).addFormat("uri-template", true);
  const codes = new Set(codesSchema.parse(read("enums/error-code.json")).enum);
  const checks = new Map<string, ValidateFunction>();
  const compile = (task: string): ValidateFunction => {
    const known = checks.get(task);
    if (known !== undefined) return known;
    const open = [`/schemas/3.0.6/${RESPONSES[task]}-response.json`];
    for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
      if (ajv.schemas[ref] !== undefined) continue;
      const { $id: _own, ...schema } = read(ref.replace(/^\/schemas\/[\d.]+\//, ""));
      ajv.addSchema(schema, ref);
      const refs = JSON.stringify(schema).matchAll(/"\$ref":"(\/[^"#]+)/g);
      for (const [, next = ""] of refs) open.push(next);
    }
    const check = ajv.getSchema(`/schemas/3.0.6/${RESPONSES[task]}-response.json`);
    if (check === undefined) throw new Error(`There is no schema of ${task}.`);
    checks.set(task, check);
    return check;
  };
  return (task, answer, isError) => {
    if (isError) {
      const error = errorSchema.safeParse(answer);
      if (!error.success) return "an error without adcp_error";
      return codes.has(error.data.adcp_error.code) ? "" : `code ${error.data.adcp_error.code}`;
    }
    const check = compile(task);
    return check(answer) ? "" : ajv.errorsText(check.errors);
  };
}
