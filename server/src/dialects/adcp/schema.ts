import { Ajv, type ErrorObject } from "ajv";
import { z } from "zod";
import { AdcpError, protocol } from "./errors.ts";

const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/** **Source** RFC 3339 and RFC 3986, as far as our own code relies on them. */
const FORMATS = {
  "date-time": (text: string) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text: string) => z.iso.date().safeParse(text).success,
  uri: (text: string) => URL.canParse(text),
  // A template is an address once its braces are filled in.
  "uri-template": (text: string) => URL.canParse(text.replaceAll(/\{[^{}]*\}/g, "x")),
  email: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text),
};

/** Checks requests by the protocol's own schemas, each compiled with its first request. */
export function createRequestCheck(): (task: string, request: unknown) => void {
  const { requests, schemas } = protocol();
  const ajv = new Ajv({ strict: false, formats: FORMATS });
  for (const [id, schema] of Object.entries(schemas)) ajv.addSchema(schema, id);
  return (task, request) => {
    const check = ajv.getSchema(requests[task] ?? "");
    if (check === undefined || check(request)) return;
    const issues = (check.errors ?? []).slice(0, 10).map(issueOf);
    const [{ pointer, keyword, message } = UNNAMED] = issues;
    const isKey = keyword === "required" && pointer === "/idempotency_key";
    const code = isKey ? "INVALID_REQUEST" : "VALIDATION_ERROR";
    throw new AdcpError(code, `${pointer} ${message}.`, fieldOf(pointer), { issues });
  };
}

const UNNAMED = { pointer: "/", keyword: "", message: "is wrong" };

function issueOf({ instancePath, keyword, message, params }: ErrorObject): typeof UNNAMED {
  const missing: unknown = params.missingProperty;
  const pointer = typeof missing === "string" ? `${instancePath}/${missing}` : instancePath;
  return { pointer: pointer || "/", keyword, message: message ?? UNNAMED.message };
}

/** `/packages/0/budget` as AdCP writes it: `packages[0].budget`. */
function fieldOf(pointer: string): string | undefined {
  const path = pointer.slice(1).replaceAll(/\/(\d+)/g, "[$1]");
  return path === "" ? undefined : path.replaceAll("/", ".");
}
