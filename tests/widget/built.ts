import { join } from "node:path";
import { createBuilder } from "vite";

type Built = Awaited<ReturnType<Awaited<ReturnType<typeof createBuilder>>["build"]>>;

/** The files that ship, by name, built in memory: nothing of a running build is disturbed. */
export async function buildWidget(): Promise<Map<string, string>> {
  const configFile = join(import.meta.dirname, "../../widget/vite.config.ts");
  const builder = await createBuilder({
    configFile,
    mode: "production",
    logLevel: "silent",
    build: { write: false },
  });
  const outputs = new Map<string, string>();
  for (const name of ["script", "module", "messages", "frameworks"]) {
    const environment = builder.environments[name];
    if (environment) keep(outputs, await builder.build(environment));
  }
  return outputs;
}

function keep(outputs: Map<string, string>, built: Built): void {
  const results = Array.isArray(built) ? built : [built];
  const files = results.flatMap((result) => ("output" in result ? result.output : []));
  for (const file of files) {
    outputs.set(file.fileName, file.type === "chunk" ? file.code : String(file.source));
  }
}
