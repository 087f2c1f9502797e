import { findTool } from "../../server/src/tools/catalogue.ts";
import { createJudge, type Rule } from "./judge.ts";

const ID = "req_01k9zq3v5te7kbn8w2r4c6d8fg";
const HEADERS = { "content-type": "application/json; charset=utf-8", "x-request-id": ID };
const PAGE = { items: [], nextCursor: null };

interface Planted {
  readonly rule: Rule | undefined;
  readonly what: string;
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isOverMcp?: boolean;
}

function error(code: string, fields: object = {}, requestId = ID) {
  const docUrl = `http://any/docs/errors#${code}`;
  return { error: { code, message: "No.", recovery: "correctable", docUrl, ...fields }, requestId };
}

const result = (value: object, text: object = value) => ({
  jsonrpc: "2.0",
  result: { content: [{ type: "text", text: JSON.stringify(text) }], structuredContent: value },
});

/** Answers to a search of placements: four that are right, and for each rule some that break it. */
const PLANTED: readonly Planted[] = [
  { rule: undefined, what: "a result", status: 200, body: PAGE },
  { rule: undefined, what: "an error", status: 422, body: error("invalid_arguments") },
  { rule: undefined, what: "a result over MCP", status: 200, body: result(PAGE), isOverMcp: true },
  {
    rule: undefined,
    what: "a fault of MCP's protocol",
    status: 400,
    body: { jsonrpc: "2.0", id: null, error: { data: error("invalid_request") } },
    isOverMcp: true,
  },
  { rule: "healthy", what: "a 500", status: 500, body: error("internal") },
  { rule: "json", what: "an undocumented status", status: 418, body: error("not_found") },
  { rule: "json", what: "a page", status: 404, body: {}, headers: { "content-type": "text/html" } },
  { rule: "error", what: "an error without a message", status: 404, body: { error: {} } },
  { rule: "error", what: "the status of another code", status: 409, body: error("not_found") },
  {
    rule: "error",
    what: "another recovery",
    status: 422,
    body: error("invalid_arguments", { recovery: "terminal" }),
  },
  { rule: "result", what: "a result without its items", status: 200, body: { nextCursor: null } },
  { rule: "requestId", what: "no id", status: 200, body: PAGE, headers: { "x-request-id": "" } },
  {
    rule: "requestId",
    what: "another id in the body",
    status: 422,
    body: error("invalid_arguments", {}, ID.replace("fg", "fh")),
  },
  { rule: "declared", what: "a code of other tools", status: 422, body: error("address_invalid") },
  { rule: "declared", what: "a code that is none", status: 422, body: error("made_up") },
  { rule: "mcp", what: "two results", status: 200, body: result(PAGE, {}), isOverMcp: true },
];

/** What the judge is wrong about; nothing, or its other verdicts say nothing. */
export function unseenByJudge(): string[] {
  const judge = createJudge();
  const tool = findTool("search_placements");
  return PLANTED.filter(({ rule, status, body, headers = {}, isOverMcp = false }) => {
    const answer = { status, headers: { ...HEADERS, ...headers }, text: JSON.stringify(body) };
    const rules = judge(answer, { tool, isOverMcp }).findings.map((finding) => finding.rule);
    return rule === undefined ? rules.length > 0 : !rules.includes(rule);
  }).map(({ what }) => what);
}
