import { existsSync, readFileSync } from "node:fs";
import { glob, readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { ACCOUNT_KINDS, ENTRY_TYPES } from "../../../server/src/contract/enums.ts";

const DOCS = ["server/docs/money.md", "server/docs/operations.md"];
const ALERTS = "server/ops/alerts.yml";

let sources: string;
beforeAll(async () => {
  const texts: string[] = [];
  for (const pattern of ["server/src/**/*.ts", "local/**/*.ts", "migrations/**/*.sql", ALERTS]) {
    for await (const file of glob(pattern)) texts.push(await readFile(file, "utf8"));
  }
  sources = texts.join("\n");
});

const isPath = (name: string) => /^[\w./-]+\/[\w.-]+$|\.(md|ts|sql|json|ya?ml)$/.test(name);

/** Where a path of the page may begin. */
const exists = (path: string) =>
  ["", "server/", "server/src/", "server/docs/", "server/ops/compose/"].some((root) =>
    existsSync(root + path),
  );

/** Whole words of a code span: `txn.type` is a table and its column. */
const wordsOf = (span: string) => span.match(/[A-Za-z_][\w]*/g) ?? [];

function namesIn(text: string): string[] {
  const spans = [...text.matchAll(/`([^`\n]+)`/g)].map((match) => match[1] ?? "");
  const drawn = [...text.matchAll(/```mermaid\n([\s\S]*?)```/g)].flatMap(([, diagram = ""]) =>
    [...diagram.matchAll(/\b[a-z]+(?:_[a-z]+)+\b/g)].map(([name]) => name),
  );
  return [...new Set([...spans, ...drawn])];
}

/** What is no name of the code: commands, HTTP paths, files and other programs' settings. */
const COMMANDS = /^(npm|node|operator|docker) |^(PRIMARY_HOST=|earnings |DATA_DIR\/|\/|<|--)/;
const POSTGRES =
  /^(pg_(dump|restore|basebackup)\b|(archive_timeout|archive_command|restore_command)$)/;
const STANDBY = /^(pg_hba\.conf|replication|synchronous_standby_names|select pg_promote\(\))$/;
const OTHERS = /^(server_login_retry = 1|NODE_EXTRA_CA_CERTS|rule_files|useradd .*)$/;
const isCommand = (span: string) =>
  COMMANDS.test(span) || POSTGRES.test(span) || STANDBY.test(span) || OTHERS.test(span);

function unknownIn(text: string): string[] {
  return namesIn(text)
    .filter((span) => !isCommand(span))
    .flatMap((span) => {
      if (isPath(span)) return exists(span) ? [] : [span];
      return wordsOf(span).filter((word) => !new RegExp(`\\b${word}\\b`).test(sources));
    });
}

describe.each(DOCS)("%s", (path) => {
  const text = readFileSync(path, "utf8");

  test("speaks of nothing that the code does not have", () => {
    expect(namesIn(text).length).toBeGreaterThan(15);
    expect(unknownIn(text)).toEqual([]);
  });
});

test("money.md draws every account and every type of transaction", () => {
  const text = readFileSync("server/docs/money.md", "utf8");
  const drawn = text.slice(text.indexOf("```mermaid"), text.lastIndexOf("```"));
  const missing = [...ACCOUNT_KINDS, ...ENTRY_TYPES].filter((name) => !drawn.includes(name));
  // An adjustment is the operator's and has no way of its own; the two sides of a sweep are one.
  expect(missing).toEqual(["earning_pending", "adjustment"]);
});

test("a name that the code does not have is noticed", () => {
  expect(unknownIn("`settle_everything` in `domain/events/nowhere.ts`, but `post_txns`")).toEqual([
    "settle_everything",
    "domain/events/nowhere.ts",
  ]);
});
