import { AjvJsonSchemaValidator } from "@modelcontextprotocol/client/validators/ajv";
import { generalErrorsOf } from "../../server/src/contract/define-tool.ts";
import { ERRORS, type ErrorCode } from "../../server/src/contract/errors.ts";
import { openApiOf } from "../../server/src/render/openapi.ts";
import { pascalOf } from "../../server/src/render/openapi-components.ts";
import { CATALOGUE } from "../../server/src/tools/catalogue.ts";
import type { Tool } from "../../server/src/tools/tool.ts";
import type { Answered } from "./wire.ts";

/** What every answer must be; a finding names the rule it breaks. */
export const RULES = {
  answered: "every call is answered",
  healthy: "no answer is a fault of ours (5xx)",
  json: "every answer is JSON of a documented status",
  error: "every error is valid against the published error schema, with the status of its code",
  requestId: "every answer has an id of ours, and an error repeats it",
  result: "every result is valid against its tool's published schema",
  declared: "every error code is one that the tool or the contract names",
  mcp: "MCP gives the result both as text and as structure, and marks errors",
} as const;
export type Rule = keyof typeof RULES;

export interface Finding {
  readonly rule: Rule;
  readonly problem: string;
}

export interface Verdict {
  readonly findings: readonly Finding[];
  /** The code of an error, or `ok`. */
  readonly outcome: string;
  /** The result's text, if it was one. */
  readonly result: string | undefined;
}

/** What is known of the call that was answered. */
export interface Judged {
  readonly tool: Tool | undefined;
  readonly isOverMcp: boolean;
}

export type Judge = (answer: Answered, call: Judged) => Verdict;

const REQUEST_ID = /^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** A judge that knows the contract only as it is published, and trusts a validator not ours. */
export function createJudge(): Judge {
  const { paths, components } = openApiOf("http://fuzz.test");
  const { responses } = paths["/api/agent"].post;
  const validator = new AjvJsonSchemaValidator();
  const checkOf = (name: string) => {
    const whole = { $ref: `#/components/schemas/${name}`, components };
    const check = validator.getValidator<unknown>(whole);
    return (value: unknown) => check(value).errorMessage;
  };
  const checkError = checkOf("Error");
  const results = new Map(CATALOGUE.map(({ name }) => [name, checkOf(`${pascalOf(name)}Result`)]));
  const checkResult = (tool: Tool | undefined, body: unknown) => {
    const check = results.get(tool?.name ?? "");
    return check === undefined ? "There is no such tool." : check(body);
  };

  return (answer, call) => {
    const findings = problemsOfAnswer(answer, responses);
    const read = call.isOverMcp ? readMcp(answer) : readHttp(answer);
    if (typeof read === "string") {
      findings.push({ rule: call.isOverMcp ? "mcp" : "json", problem: read });
      return { findings, outcome: "unreadable", result: undefined };
    }
    const { body, isRefused } = read;
    if (isRefused) {
      findings.push(...ruled("error", checkError(body)), ...problemsOfError(body, answer, call));
      return { findings, outcome: String(Object(Object(body).error).code), result: undefined };
    }
    findings.push(...ruled("result", checkResult(call.tool, body)));
    return { findings, outcome: "ok", result: JSON.stringify(body) };
  };
}

function ruled(rule: Rule, problem: string | undefined): Finding[] {
  return problem === undefined ? [] : [{ rule, problem }];
}

function problemsOfAnswer({ status, headers }: Answered, documented: object): Finding[] {
  const requestId = String(headers["x-request-id"]);
  const findings: Finding[] = [];
  const find = (rule: Rule, problem: string) => findings.push({ rule, problem });
  if (!REQUEST_ID.test(requestId)) find("requestId", `The header says ${requestId}.`);
  if (status >= 500) find("healthy", String(status));
  if (!Object.hasOwn(documented, status)) find("json", `${status} is not documented.`);
  return findings;
}

function problemsOfError(body: unknown, { status, headers }: Answered, call: Judged): Finding[] {
  const { error, requestId } = Object(body);
  const { code, recovery } = Object(error);
  const findings: Finding[] = [];
  const find = (rule: Rule, problem: string) => findings.push({ rule, problem });
  const header = headers["x-request-id"];
  if (requestId !== header) find("requestId", `${requestId} is not ${header}.`);
  const kind = kindOf(code);
  if (kind === undefined) find("declared", `${code} is no code.`);
  else {
    // Over MCP an error is the result of a call that went well.
    const expected = call.isOverMcp && status === 200 ? 200 : kind.status;
    if (status !== expected) find("error", `${code} came with ${status}.`);
    if (recovery !== kind.recovery) find("error", `${code} came with ${recovery}.`);
    if (kind.status >= 500) find("healthy", String(code));
    if (!isDeclared(code, call.tool)) find("declared", `${call.tool?.name} names no ${code}.`);
  }
  return findings;
}

function kindOf(code: unknown) {
  return Object.entries(ERRORS).find(([name]) => name === code)?.[1];
}

/** Before a tool is known, only what is wrong with the request or its key can be said. */
function isDeclared(code: unknown, tool: Tool | undefined): boolean {
  const nameless: ErrorCode[] = [
    "invalid_json",
    "invalid_request",
    "unknown_tool",
    "unsupported_media_type",
    "payload_too_large",
    "invalid_key",
    "revoked_key",
  ];
  const codes = tool === undefined ? nameless : [...tool.errors, ...generalErrorsOf(tool)];
  return codes.some((one) => one === code);
}

interface Read {
  readonly body: unknown;
  readonly isRefused: boolean;
}

function readHttp({ status, headers, text }: Answered): Read | string {
  if (!String(headers["content-type"]).startsWith("application/json")) return "It is no JSON.";
  return { body: parsed(text), isRefused: status !== 200 };
}

/** A wrong key is refused before the protocol, and what is no message by it. */
function readMcp(answer: Answered): Read | string {
  const { result, jsonrpc, error } = Object(parsed(answer.text));
  if (answer.status !== 200) {
    return jsonrpc === undefined ? readHttp(answer) : { body: Object(error).data, isRefused: true };
  }
  const { content, structuredContent, isError } = Object(result);
  const [block] = Array.isArray(content) ? content : [];
  const text = Object(block).text;
  if (structuredContent === undefined || typeof text !== "string") return answer.text.slice(0, 300);
  if (JSON.stringify(parsed(text)) !== JSON.stringify(structuredContent)) return "Two results.";
  return { body: structuredContent, isRefused: isError === true };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
