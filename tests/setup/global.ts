import { randomBytes } from "node:crypto";
import type { TestProject } from "vitest/node";
import { migrate } from "../../server/src/core/migrate.ts";
import {
  execute,
  followCallers,
  makeTestFolder,
  removeTestFolder,
  startTestPostgres,
} from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: ProvidedPostgres;
    /** For what all files of a run share; deleted at its end. */
    readonly sharedFolder: string;
  }
}

export interface ProvidedPostgres {
  readonly adminUrl: string;
  readonly templateName: string;
  readonly isEmbedded: boolean;
  /** Why there is no template; tests that need no database still run. */
  readonly failure: string | null;
}

/** Starts PostgreSQL once for all files and migrates the template that each file clones. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres();
  const templateName = `placard_template_${randomBytes(4).toString("hex")}`;
  const failure = await makeTemplate(postgres.adminUrl, templateName);
  const isEmbedded = postgres.embedded !== null;
  project.provide("postgres", { adminUrl: postgres.adminUrl, templateName, isEmbedded, failure });
  const sharedFolder = await makeTestFolder({ isOnDisk: true });
  project.provide("sharedFolder", sharedFolder);
  return async () => {
    await removeTestFolder(sharedFolder);
    // An external server stays, so the template is taken back.
    if (!postgres.embedded) await dropTemplate(postgres.adminUrl, templateName);
    await postgres.stop();
  };
}

async function makeTemplate(adminUrl: string, name: string): Promise<string | null> {
  try {
    await execute(adminUrl, `create database ${name}`);
    await migrate({ databaseUrl: withDatabase(adminUrl, name) });
    await followCallers(withDatabase(adminUrl, name));
    // A clone fails while anyone is connected to the template.
    await execute(adminUrl, `alter database ${name} with is_template true allow_connections false`);
    return null;
  } catch (cause) {
    const reasons = [];
    for (let error = cause; error instanceof Error; error = error.cause)
      reasons.push(error.message);
    return `The template database could not be migrated: ${reasons.join(" ")}`;
  }
}

async function dropTemplate(adminUrl: string, name: string): Promise<void> {
  await execute(adminUrl, `alter database ${name} with is_template false`);
  await execute(adminUrl, `drop database ${name} with (force)`);
}

/** The same server and role, another database. */
export function withDatabase(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
}
