import { describe, expect, test } from "vitest";
import {
  filled,
  PLACEHOLDER_RESULT,
  repeatableOf,
  templateOf,
} from "../../../server/src/http/response-templates.ts";

const HEADERS = { accept: "application/json", "mcp-method": "tools/call", "mcp-name": "whoami" };

function call(id: unknown, args: unknown, more: object = {}) {
  return {
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "whoami", arguments: args, ...more },
  };
}

/** As the SDK answers a blank message. */
function templateFor(message: object) {
  const structuredContent = JSON.parse(PLACEHOLDER_RESULT);
  const result = { content: [{ type: "text", text: PLACEHOLDER_RESULT }], structuredContent };
  const text = JSON.stringify({ result, jsonrpc: "2.0", id: Object(message).id });
  return templateOf({ status: 200, type: "application/json", text });
}

describe("a template", () => {
  test.each([
    ['"a"', '{"a":"$& $1 \\" \\\\ é \u2028"}'],
    ["17", "{}"],
    ['"placeholder"', PLACEHOLDER_RESULT],
  ])("filled with the id %s is what the protocol's code would write", (idText, result) => {
    const asked = repeatableOf(call(JSON.parse(idText), {}), HEADERS);
    const body = filled(templateFor(asked?.blank ?? {}), idText, result).toString();
    expect(JSON.parse(body)).toEqual({
      result: {
        content: [{ type: "text", text: result }],
        structuredContent: JSON.parse(result),
      },
      jsonrpc: "2.0",
      id: JSON.parse(idText),
    });
  });
});

describe("two requests are of one kind", () => {
  const keyOf = (message: unknown, headers: object = HEADERS) =>
    repeatableOf(message, { ...headers })?.key;
  const known = keyOf(call(1, { a: 1 }));

  test("when only id and arguments differ", () => {
    expect(known).toBeDefined();
    expect(keyOf(call("two", { b: [2] }))).toBe(known);
    expect(keyOf(call(3, undefined))).toBe(known);
  });

  test.each([
    ["a header", call(1, {}), { ...HEADERS, "mcp-name": "wallet" }],
    ["a missing header", call(1, {}), { accept: "application/json" }],
    ["the tool", call(1, {}, { name: "wallet" }), HEADERS],
    ["another parameter", call(1, {}, { requestState: "x" }), HEADERS],
    ["the version of JSON-RPC", { ...call(1, {}), jsonrpc: "1.0" }, HEADERS],
  ])("but not when %s differs", (_what, message, headers) => {
    expect(keyOf(message, headers)).not.toBe(known);
  });

  test.each([
    ["no message", null],
    ["a list of messages", [call(1, {})]],
    ["a notification", { jsonrpc: "2.0", method: "tools/list" }],
    ["an id of another kind", call({}, {})],
    ["arguments of another kind", call(1, [])],
    ["another method", { ...call(1, {}), method: "resources/read" }],
    ["a very long envelope", call(1, {}, { _meta: { note: "x".repeat(2_000) } })],
  ])("and never of %s", (_what, message) => {
    expect(keyOf(message)).toBeUndefined();
  });
});
