import { readFile } from "node:fs/promises";
import { defineConfig, type LibraryOptions, type Plugin } from "vite";

const source = new URL("./src/", import.meta.url);

/** The page's own style sheet is shipped as it is: hosts read it, and it is 300 bytes. */
function hostStyles(): Plugin {
  return {
    name: "placard-host-styles",
    applyToEnvironment: (environment) => environment.name === "script",
    async buildStart() {
      const css = await readFile(new URL("placard.css", source));
      this.emitFile({ type: "asset", fileName: "placard.css", source: css });
    },
  };
}

function at(file: string): string {
  return new URL(file, source).pathname;
}

function library(lib: LibraryOptions, external: RegExp[]) {
  return {
    consumer: "client" as const,
    build: {
      lib,
      // Library builds keep the white space of modules unless the output is told otherwise.
      rolldownOptions: {
        external,
        output: { minify: true, esModule: false, generatedCode: { symbols: false } },
      },
      // One folder for all outputs, emptied by nobody: file names are fixed.
      emptyOutDir: false,
      minify: "oxc" as const,
      target: "es2022",
      // `light-dark()` and container queries stay as written.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
    },
  };
}

const modules = {
  index: at("index.ts"),
  ...Object.fromEntries(
    ["ar", "de", "en", "es", "fr"].map((lang) => [`messages/${lang}`, at(`messages/${lang}.ts`)]),
  ),
};

/** One run of `vite build widget` writes the script file, the modules and `placard.css`. */
export default defineConfig({
  root: new URL(".", import.meta.url).pathname,
  appType: "custom",
  plugins: [hostStyles()],
  // Said here and not left to NODE_ENV, so that every build is the one that ships.
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  resolve: { alias: { "preact/jsx-runtime": at("jsx.ts") } },
  builder: {
    async buildApp(builder) {
      for (const name of ["script", "module"]) {
        const environment = builder.environments[name];
        if (environment) await builder.build(environment);
      }
    },
  },
  environments: {
    script: library(
      { entry: at("script.ts"), name: "Placard", formats: ["iife"], fileName: () => "placard.js" },
      [],
    ),
    module: library({ entry: modules, formats: ["es"] }, [/^preact(\/|$)/]),
  },
});
