/** The fields of a workspace's `package.json` that a published package keeps or derives. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly private?: boolean;
  readonly keywords?: readonly string[];
  readonly license: string;
  readonly type: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly sideEffects: boolean | readonly string[];
  readonly exports: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  /** A module of the package by the runtime it is for. */
  readonly imports?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, unknown>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly [field: string]: unknown;
}

/** Sources that are built under another name than their own. */
const RENAMED: Readonly<Record<string, string>> = { script: "placard" };

/** `./src/index.ts` is `index` inside `dist`; a style sheet has no such name. */
export function builtName(source: string): string | undefined {
  const name = /^\.\/src\/(.+)\.tsx?$/.exec(source)?.[1];
  return name === undefined ? undefined : (RENAMED[name] ?? name);
}

function builtTarget(
  source: string,
  isForServers: boolean,
): { types: string; require?: string; default: string } {
  const name = builtName(source);
  if (name === undefined) {
    const file = source.replace(/^\.\/src\//, "./dist/");
    // TypeScript 6 and later look for the types of a style sheet too.
    return { types: `${file}.d.ts`, default: file };
  }
  // Compilers take the first condition that fits, so `types` has to come first.
  const types = `./dist/${name}.d.ts`;
  const built = `./dist/${name}.js`;
  return { types, ...(isForServers && { require: `./dist/${name}.cjs` }), default: built };
}

/** What `require` finds: the module itself, or one line that says why not. */
export function requireShim(packageName: string, built: string): string {
  const file = built.slice(built.lastIndexOf("/") + 1);
  const help =
    `${packageName} consists of ES modules: require() needs Node 20.19, 22.12 or later. ` +
    "Update Node, or use import().";
  return `"use strict";
try {
  module.exports = require("./${file}.js");
} catch (error) {
  throw error.code === "ERR_REQUIRE_ESM" ? new Error(${JSON.stringify(help)}) : error;
}
`;
}

/** Only a package that names its Node runs on servers, where programs may use `require`. */
export const isForServers = ({ engines }: Manifest): boolean => engines !== undefined;

/** The built module of each source, by the same names. */
function builtModules(sources: Readonly<Record<string, string>>): Record<string, string> {
  const built = Object.entries(sources).map(([name, source]) => [
    name,
    `./dist/${builtName(source)}.js`,
  ]);
  return Object.fromEntries(built);
}

const builtImports = (imports: NonNullable<Manifest["imports"]>): Manifest["imports"] =>
  Object.fromEntries(
    Object.entries(imports).map(([name, sources]) => [name, builtModules(sources)]),
  );

/**
 * Where compilers that do not read `exports` find types: `moduleResolution: "node"`, which Next.js
 * 15 writes into a new `tsconfig.json`.
 */
function olderTypes(exports: Readonly<Record<string, { types: string; default: string }>>): object {
  const { ".": own, ...others } = exports;
  const versions = Object.entries(others).map(([name, { types }]) => [name.slice(2), [types]]);
  return { main: own?.default, typesVersions: { "*": Object.fromEntries(versions) } };
}

/**
 * What a package says of itself once it is built. Inside the repository the same names lead to the
 * sources, which Node runs as they are; npm cannot rewrite `exports` while it packs, so the built
 * package is a folder of its own.
 */
export function publishedManifest(source: Manifest): object {
  const { private: _private, scripts: _scripts, devDependencies: _dev, ...kept } = source;
  const sideEffects = Array.isArray(kept.sideEffects)
    ? kept.sideEffects.filter((file: string) => !file.startsWith("./src/"))
    : kept.sideEffects;
  const exports: Record<string, ReturnType<typeof builtTarget>> = {};
  for (const [name, target] of Object.entries(kept.exports)) {
    exports[name] = builtTarget(target, isForServers(source));
  }
  return {
    ...kept,
    sideEffects,
    ...(kept.bin && { bin: builtModules(kept.bin) }),
    ...(kept.imports && { imports: builtImports(kept.imports) }),
    ...olderTypes(exports),
    exports: { ...exports, "./package.json": "./package.json" },
    files: ["dist", "docs", "NOTICE.md"],
  };
}
