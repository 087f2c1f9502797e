import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { minify } from "terser";
import { defineConfig, type Plugin, parseAst } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const {
  exports,
  bin,
  imports,
}: Record<"exports" | "bin", Record<string, string>> & {
  imports: Record<string, Record<string, string>>;
} = JSON.parse(readFileSync(at("package.json"), "utf8"));

/** Where an export's source lies below `src`, without its ending. */
const nameOf = (source: string): string => source.replace(/^\.\/src\//, "").replace(/\.ts$/, "");

/** A raw text without substitutions, of which nothing may be escaped as it stands. */
const RAW = /String\.raw`((?:[^`\\$]|\\.|\$(?!\{))*)`/gs;
/** An expression made of a text that JSON reads, too. */
const CONSTANT = /\b(?:new )?RegExp\(("(?:[^"\\]|\\[\\"nu])*")(?:,"([a-z]+)")?\)/g;
const OTHER = /[^\0-\x7f]/g;
const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * What Vite's minifier leaves. Functions and classes go before the word lists: gzip looks back
 * 32 KB, so code beside code and words beside words make the bundle of an edge platform 4 KB
 * smaller.
 */
const smaller: Plugin = {
  name: "smaller",
  async generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      // The kit has no getter with effects and no function expression with a `this` of its own.
      const sure = { pure_getters: true, unsafe_arrows: true };
      const compress = { passes: 3, hoist_funs: true, ...sure };
      const { code } = await minify(file.code, {
        module: true,
        ecma: 2020,
        compress,
        format: { ascii_only: true },
      });
      if (code !== undefined) file.code = numbersFirst(codeFirst(withLiterals(code)));
    }
  },
};

/** Expressions of constant text as literals, where a backslash is written once. */
const withLiterals = (code: string): string =>
  code.replace(CONSTANT, (_, text: string, flags?: string) =>
    String(new RegExp(JSON.parse(text), flags)).replace(OTHER, escaped),
  );

const IS_CODE = /^(?:Import|Function|Class)Declaration$|^(?:ArrowFunction|Class)Expression$/;

/** Functions and classes before all constants, of which they read none before a call. */
function codeFirst(code: string): string {
  const { body } = parseAst(code);
  const words: string[] = [];
  // A program begins with the line that names its interpreter.
  const others = [code.slice(0, body[0]?.start)];
  for (const statement of body) {
    const { type, start, end } = statement;
    if (type !== "VariableDeclaration") {
      (IS_CODE.test(type) ? others : words).push(code.slice(start, end));
      continue;
    }
    for (const { init, start, end } of statement.declarations) {
      const part = IS_CODE.test(init?.type ?? "") ? others : words;
      part.push(`${statement.kind} ${code.slice(start, end)};`);
    }
  }
  return [...others, ...words].join("");
}

/** Text without words goes before all else: gzip looks back 32 KB, and it has nothing to find. */
function numbersFirst(code: string): string {
  const numbers: string[] = [];
  const rest = code.replace(/"[A-Za-z0-9+/]{1000,}=*"/g, (text) => `$n${numbers.push(text) - 1}`);
  return numbers.map((text, at) => `const $n${at}=${text};`).join("") + rest;
}

/** Only ASCII, for one wider character makes V8 hold and read a module at twice the size. */
const ascii: Plugin = {
  name: "ascii",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk") continue;
      const plain = file.code.replace(RAW, (text, raw: string) =>
        raw.search(OTHER) < 0 ? text : JSON.stringify(raw),
      );
      file.code = plain.replace(OTHER, escaped);
    }
  },
};

/**
 * What the entries share, each with all that it imports: how a turn is read, the kit with its
 * routes, and the rest. Few files, since loading many small ones blocks a process for longer; and
 * what is alike in one file, since gzip looks back 32 KB.
 */
const GROUPS = [
  { name: "language", test: /\/language\// },
  { name: "core", test: /\/(?:turn\/kit|adapters\/routes)\.ts$/ },
  { name: "shared", minShareCount: 2 },
];

/** The published modules: one file for each export, and those of `GROUPS`. */
export default defineConfig({
  root: at("."),
  plugins: [ascii, smaller],
  build: {
    emptyOutDir: false,
    target: "es2022",
    lib: {
      entry: Object.fromEntries(
        // What a fetch handler needs first: with its modules in this order gzip finds more.
        [
          ...Object.values({ "./fetch": "", ...exports, ...bin }),
          ...Object.values(imports).flatMap((sources) => Object.values(sources)),
        ].map((source) => [nameOf(source), at(source)]),
      ),
      formats: ["es"],
    },
    rolldownOptions: {
      // The program imports the package by its name, so that no module is in two files. What begins
      // with `#` depends on the runtime.
      external: /^(node:|#|@placard\/publisher-kit)/,
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "shared/[name].js",
        comments: false,
        codeSplitting: { groups: GROUPS },
        // Library builds keep white space and names unless `minify` is an object.
        minify: { compress: true, mangle: true, codegen: true },
      },
    },
  },
});
