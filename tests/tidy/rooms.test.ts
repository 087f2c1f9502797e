import { expect, test } from "vitest";
import { type Import, importsOf } from "./imports.ts";
import { browserRooms, type Room, roomOf } from "./rooms.ts";
import { listFiles, parseText, readText, type Source, sources, violation } from "./source.ts";

function matches(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : pattern === name,
  );
}

function packageProblem(room: Room, path: string, packageName: string): string | null {
  // A build's configuration may need the builder, whatever the room's code needs.
  if (/\bvite\.config\.ts$/.test(path) && /^(?:vite|terser)$/.test(packageName)) return null;
  if (packageName.startsWith("node:")) {
    const isBrowser = browserRooms.includes(room.name) && !/\.config\.ts$/.test(path);
    return isBrowser ? `${packageName} does not exist in a browser` : null;
  }
  const isAllowed = matches(room.packages, packageName);
  return isAllowed ? null : `${room.name} may not import the package ${packageName}`;
}

function fileProblem(room: Room, item: Import, path: string): string | null {
  const target = roomOf(path);
  if (!target) return null;
  if (target.name === room.name || room.imports.includes("*")) return null;
  if (room.imports.includes(target.name) || room.alsoFiles?.test(path)) return null;
  if (item.isTypeOnly && room.importsTypes?.includes(target.name)) return null;
  return `${room.name} may not import ${target.name} (${item.specifier})`;
}

function roomProblems(source: Source): string[] {
  const room = roomOf(source.path);
  if (!room) return [`${source.path} lies in no room`];
  return importsOf(source).flatMap((item) => {
    const problem =
      item.path === null
        ? packageProblem(room, source.path, item.packageName ?? "")
        : fileProblem(room, item, item.path);
    return problem ? [violation(source, item.node, problem)] : [];
  });
}

const DOMAIN = /^server\/src\/domain\/([\w-]+)\//;

/** The domains that a domain's README says it imports. */
function declaredImports(domain: string): string[] {
  const path = `server/src/domain/${domain}/README.md`;
  const text = listFiles((file) => file === path, `server/src/domain/${domain}`).map(readText)[0];
  const list = /\bImports ([a-z][a-z, \n]*?)[.;]/.exec(text ?? "")?.[1];
  if (list === undefined || list.startsWith("no other")) return [];
  return list.split(/,|\band\b/).map((name) => name.trim());
}

function domainProblems(source: Source): string[] {
  const own = DOMAIN.exec(source.path)?.[1];
  if (source.path.startsWith("tests/")) return [];
  return importsOf(source).flatMap((item) => {
    const target = item.path === null ? undefined : DOMAIN.exec(item.path)?.[1];
    const isKit = item.path?.startsWith("publisher-kit/") === true;
    const isOutside = isKit || item.packageName === "@placard/vocabulary";
    if (isOutside && own !== undefined && own !== "catalog") {
      return [violation(source, item.node, `only catalog may import ${item.specifier}`)];
    }
    if (target === undefined || target === own) return [];
    if (!item.path?.endsWith(`/domain/${target}/index.ts`)) {
      return [violation(source, item.node, `${item.specifier}: import ${target} by its index.ts`)];
    }
    if (own === undefined || declaredImports(own).includes(target)) return [];
    return [violation(source, item.node, `the README of ${own} does not list ${target}`)];
  });
}

/** Files that import each other in a ring: in the product also by types, in tests at run time. */
function rings(all: readonly Source[]): string[] {
  const edges = new Map(
    all.map((source) => [
      source.path,
      importsOf(source).flatMap(({ isTypeOnly, path }) =>
        path === null || (isTypeOnly && source.path.startsWith("tests/")) ? [] : [path],
      ),
    ]),
  );
  const state = new Map<string, "open" | "done">();
  const found: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      found.push([...trail.slice(trail.indexOf(path)), path].join(" -> "));
      return;
    }
    state.set(path, "open");
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    state.set(path, "done");
  };
  for (const path of edges.keys()) visit(path, []);
  return found;
}

test("every file imports only what its room may import", () => {
  expect(sources().flatMap(roomProblems)).toEqual([]);
});

test("a domain is imported by its index.ts, by domains that say so in their README", () => {
  expect(sources().flatMap(domainProblems)).toEqual([]);
});

test("no files import each other in a ring", () => {
  expect(rings(sources())).toEqual([]);
});

test("index.ts files are public faces of domains and packages, nothing else", () => {
  const faces = [
    /^server\/src\/domain\/[\w-]+\/index\.ts$/,
    /^(publisher-kit|vocabulary|widget)\/src\/(\w+\/)*index\.ts$/,
  ];
  const barrels = sources()
    .map((source) => source.path)
    .filter((path) => path.endsWith("/index.ts") && !faces.some((face) => face.test(path)));
  expect(barrels).toEqual([]);
});

test("the room rule itself finds what it forbids", () => {
  const problems = (path: string, text: string) => roomProblems(parseText(path, text));
  const core = "server/src/core/x.ts";
  expect(problems(core, 'import { a } from "../domain/ledger/index.ts";')).toHaveLength(1);
  expect(problems(core, 'export { a } from "../http/server.ts";')).toHaveLength(1);
  expect(problems(core, 'const a = import("../tools/x.ts");')).toHaveLength(1);
  expect(problems(core, 'import koa from "koa";')).toHaveLength(1);
  expect(problems(core, 'import pg from "pg"; import { b } from "../contract/b.ts";')).toEqual([]);
  const provider = "server/src/providers/x.ts";
  expect(problems(provider, 'import type { A } from "../domain/a/index.ts";')).toEqual([]);
  expect(problems(provider, 'import { type A } from "../domain/a/index.ts";')).toHaveLength(1);
  expect(problems("widget/src/x.ts", 'import fs from "node:fs";')).toHaveLength(1);
});

test("the domain rule itself finds what it forbids", () => {
  const problems = (path: string, text: string) => domainProblems(parseText(path, text));
  const ledger = "server/src/domain/ledger/x.ts";
  expect(problems(ledger, 'import { a } from "../campaigns/index.ts";')).toHaveLength(1);
  const campaigns = "server/src/domain/campaigns/x.ts";
  expect(problems(campaigns, 'import { a } from "../ledger/queries.ts";')).toHaveLength(1);
  expect(problems(campaigns, 'import { a } from "../ledger/index.ts";')).toEqual([]);
});

test("the ring rule itself finds a ring", () => {
  const a = parseText("server/src/core/a.ts", 'import { b } from "./b.ts";');
  const b = parseText("server/src/core/b.ts", 'import { a } from "./a.ts";');
  const typed = parseText("server/src/core/b.ts", 'import type { a } from "./a.ts";');
  expect(rings([a, b])).toHaveLength(1);
  expect(rings([a, typed])).toHaveLength(1);
});
