import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  child,
  children,
  type Node,
  parseText,
  root,
  type Source,
  sources,
  textOf,
  violation,
  walk,
} from "./source.ts";

const LEVELS = new Set(["debug", "info", "warn", "error", "fatal"]);
const EVENT = /^[a-z]+(_[a-z]+)+$/;

/** The calls of a logger, which every file of the server names `logger`. */
function logCalls(source: Source): Node[] {
  const found: Node[] = [];
  walk(source.program, (node) => {
    const callee = node.type === "CallExpression" ? child(node, "callee") : null;
    const owner = callee === null ? null : child(callee, "object");
    const name = textOf(owner, "name") || textOf(owner && child(owner, "property"), "name");
    const method = callee === null ? "" : textOf(child(callee, "property"), "name");
    if (name === "logger" && LEVELS.has(method)) found.push(node);
  });
  return found;
}

function eventOf(call: Node): string {
  return textOf(children(call, "arguments")[1] ?? null, "value");
}

const server = () => sources().filter(({ path }) => /^(server\/src|local)\//.test(path));

function problems(source: Source): string[] {
  return logCalls(source)
    .filter((call) => !EVENT.test(eventOf(call)))
    .map((call) => violation(source, call, "logs fields and then the name of an event"));
}

test("the server logs events by stable names, with fields and without prose", () => {
  expect(server().flatMap(problems)).toEqual([]);
});

test("operations.md lists exactly the events that are logged", () => {
  const text = readFileSync(`${root}server/docs/operations.md`, "utf8");
  const section = text.split("\n## Log events\n")[1]?.split("\n## ")[0] ?? "";
  const listed = [...section.matchAll(/^\| `([a-z_]+)` \|/gm)].map(([, event = ""]) => event);
  const logged = new Set(server().flatMap((source) => logCalls(source).map(eventOf)));
  expect(listed).toEqual([...logged].toSorted());
});

test("the rule itself finds what it forbids", () => {
  const found = (text: string) => problems(parseText("server/src/a.ts", text));
  expect(found('logger.warn({ a }, "redis_lost");')).toEqual([]);
  expect(found('deps.logger.warn({ a }, "Redis is lost");')).toHaveLength(1);
  expect(found('logger?.info("redis_lost");')).toHaveLength(1);
});
