import { readFile } from "node:fs/promises";
import { defineConfig, type LibraryOptions, type Plugin } from "vite";

const source = new URL("./src/", import.meta.url);

/** The page's own style sheet is shipped as it is: hosts read it, and it is 300 bytes. */
function hostStyles(): Plugin {
  return {
    name: "placard-host-styles",
    applyToEnvironment: (environment) => environment.name === "script",
    async buildStart() {
      const css = await readFile(at("placard.css"));
      this.emitFile({ type: "asset", fileName: "placard.css", source: css });
    },
  };
}

/**
 * Takes comments and white space out of the widget's style sheet and leaves its order alone: the
 * usual minifier sorts what it finds, after which brotli finds less that repeats.
 */
function tightSheet(): Plugin {
  return {
    name: "placard-tight-sheet",
    enforce: "pre",
    apply: "build",
    transform: {
      filter: { id: /sheet\.css\?inline$/ },
      handler: (css) =>
        css
          .replace(/\/\*.*?\*\//gs, "")
          .replace(/\s+/g, " ")
          .replace(/ ?([{};,/]) ?/g, "$1")
          .replace(/([\w-]): /g, "$1:")
          .replace(/\b0\./g, ".")
          .replace(/="([\w-]+)"/g, "=$1")
          .replaceAll('"', "'")
          .replace(/ ?([+>]) /g, "$1")
          .replace(/;}/g, "}")
          .trim(),
    },
  };
}

/**
 * The module's functions in the order in which brotli finds most that repeats: 5,374 bytes, and
 * 5,459 as they come. Found by trying; any other order works as well, and a function that is not
 * named here comes first.
 */
const ORDER = `styledRoot define drawing isAbsentOr mount callHost isSeen consentNow noFill
createSession watch createFollow focusNear createReporter createTurns lookOf nowMs isCard isUrl
isText wordsFor newEventId parseCards parseTurn body isNumber picture identity onKeyDown menu
listOf createCard priceLine ratingLine line createView connect isPrice`.split(/\s/);

/** Functions are known before anything runs, so they may stand in any order behind the rest. */
function tightOrder(): Plugin {
  return {
    name: "placard-tight-order",
    applyToEnvironment: (environment) => environment.name === "module",
    renderChunk(code) {
      const placed = this.parse(code).body.map((node) => {
        const name = node.type === "FunctionDeclaration" ? node.id?.name : undefined;
        const place = name === undefined ? -2 : ORDER.indexOf(name);
        return { place, text: code.slice(node.start, node.end) };
      });
      const inOrder = placed.sort((one, other) => one.place - other.place);
      return inOrder.map(({ text }) => text).join("\n");
    },
  };
}

/**
 * Texts in the quotes that brotli's own dictionary knows, not in the back quotes of the minifier,
 * and one word for names inside and outside of functions. Texts with values in them, or with
 * something to escape, stay as they are.
 */
function plainWords(): Plugin {
  return {
    name: "placard-plain-words",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const program = this.parse(file.code);
        const quotes = new Set(backQuotes(program));
        const letters = file.code.split("").map((letter, at) => (quotes.has(at) ? '"' : letter));
        for (const node of program.body) {
          if (node.type !== "VariableDeclaration" || node.kind !== "const") continue;
          letters.splice(node.start, "const".length, "let", "", "", "", "");
        }
        file.code = letters.join("");
      }
    },
  };
}

/** The places of the back quotes of all plain texts below a node of the syntax tree. */
function backQuotes(node: unknown): number[] {
  if (typeof node !== "object" || node === null) return [];
  if ("quasis" in node && "start" in node && "end" in node && Array.isArray(node.quasis)) {
    const [{ value }, ...others] = node.quasis;
    if (!others.length && !/[\n"\\]/.test(value.raw))
      return [Number(node.start), Number(node.end) - 1];
  }
  return Object.values(node).flatMap(backQuotes);
}

/**
 * What Preact does only for others: life cycles of components, plug-ins, portals, hydration and raw
 * HTML. The cards use elements and references alone, and no server draws into their shadow root.
 * A component with a life cycle would need its name taken off this list.
 */
const UNUSED = [
  /\b\w+\.(contextType|getDerivedStateFrom\w+|component(Will|Did)\w+|shouldComponentUpdate)\b/g,
  /\b\w+\.(getChildContext|getSnapshotBeforeUpdate|debounceRendering|_excess)\b/g,
  /\boptions\.(vnode|_diff|diffed|_render|_commit|unmount|_root|_hydrationMismatch|event)\b/g,
  /\b(\w+\.)*\w*props\._parentDom\b|\bnewProps\.is\b|\bisClassComponent\b(?! =)/gi,
  /\b\w+\._flags & MODE_(HYDRATE|SUSPENDED)\b|\bi == 'dangerouslySetInnerHTML'/g,
];

/** In the script file Preact is our own: there its source is taken without what is unused. */
function leanPreact(): Plugin {
  const missing = new Set(UNUSED);
  const blank = (code: string, name: RegExp) => {
    if (code.search(name) >= 0) missing.delete(name);
    return code.replace(name, "undefined");
  };
  return {
    name: "placard-lean-preact",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "script",
    resolveId(id) {
      const entry = new URL("../src/index.js", import.meta.resolve("preact"));
      return id === "preact" ? entry.pathname : null;
    },
    transform: {
      filter: { id: /\/preact\/src\/.*\.js$/ },
      handler: (code) => UNUSED.reduce(blank, code),
    },
    buildEnd() {
      const gone = [...missing].map(String).join(", ");
      if (gone !== "") this.error(`Preact's source has changed; this is no longer in it: ${gone}`);
    },
  };
}

function at(file: string): string {
  return new URL(file, source).pathname;
}

/**
 * Names that only modules of the widget say to each other: none is part of an option, of an event,
 * of what the server sends, of Preact or of the browser, so they ship as single letters.
 */
const OWN_NAMES =
  /^(ask|beam|cite|draw|dress|fill|finish|follow|digits|leave|post|report|reset|seen)$/;

function library(lib: LibraryOptions, external: RegExp[], mangleProps?: { include: RegExp }) {
  return {
    consumer: "client" as const,
    build: {
      lib,
      // Library builds keep the white space of modules unless `minify` is an object.
      rolldownOptions: {
        external,
        treeshake: { moduleSideEffects: false },
        optimization: { inlineConst: { mode: "all" as const, pass: 3 } },
        output: {
          minify: { compress: true, mangle: true, codegen: true, mangleProps },
          comments: false,
          chunkFileNames: "[name].js",
          topLevelVar: false,
          esModule: false,
          // What is left outside is found under the name it has in the same folder.
          paths: (id: string) => id.replace(/^.*\/src\/(index|messages\/en)\.ts$/, "./$1.js"),
          generatedCode: { symbols: false },
        },
      },
      // All outputs share one folder, so none may empty it; file names are fixed.
      emptyOutDir: false,
      minify: "oxc" as const,
      cssMinify: false,
      target: "es2022",
      // `light-dark()` stays as written.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
    },
  };
}

const languages = "ar de en es fr he it ja nl pl pt zh".split(" ");
const messages = Object.fromEntries(
  languages.map((lang) => [`messages/${lang}`, at(`messages/${lang}.ts`)]),
);

/** One run of `vite build widget` writes the script file, the modules and `placard.css`. */
export default defineConfig({
  root: new URL(".", import.meta.url).pathname,
  appType: "custom",
  plugins: [hostStyles(), tightSheet(), tightOrder(), plainWords(), leanPreact()],
  // Said here and not left to NODE_ENV, so that every build is the one that ships.
  // Calls of `h` take fewer bytes than those of the automatic runtime, which Preact keeps apart.
  oxc: {
    jsx: { runtime: "classic", pragma: "preactNode", pure: false, development: false },
    jsxInject: 'import { h as preactNode } from "preact"',
  },
  builder: {
    async buildApp(builder) {
      for (const name of ["script", "module", "messages", "frameworks"]) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
  environments: {
    script: library(
      { entry: at("script.ts"), name: "Placard", formats: ["iife"], fileName: () => "placard.js" },
      [],
      // Here Preact is our own, and so are its private names.
      { include: new RegExp(`${OWN_NAMES.source}|^_[a-z]\\w*$`) },
    ),
    // English stays a module of its own, so that a host with other words need not ship it twice.
    module: library(
      { entry: { index: at("index.ts") }, formats: ["es"] },
      [/^preact$/, /messages\/en\./],
      { include: OWN_NAMES },
    ),
    messages: library({ entry: messages, formats: ["es"] }, []),
    frameworks: library({ entry: { react: at("react.ts"), vue: at("vue.ts") }, formats: ["es"] }, [
      /^(react|vue)$/,
      /\/index\./,
    ]),
  },
});
