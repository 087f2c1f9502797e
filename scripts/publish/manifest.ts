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

function builtTarget(source: string): { types: string; default: string } {
  const name = builtName(source);
  if (name === undefined) {
    const file = source.replace(/^\.\/src\//, "./dist/");
    // TypeScript 6 and later look for the types of a style sheet too.
    return { types: `${file}.d.ts`, default: file };
  }
  // Compilers take the first condition that fits, so `types` has to come first.
  return { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` };
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
  const exports = Object.fromEntries(
    Object.entries(kept.exports).map(([name, target]) => [name, builtTarget(target)]),
  );
  return {
    ...kept,
    sideEffects,
    exports: { ...exports, "./package.json": "./package.json" },
    files: ["dist", "docs"],
  };
}
