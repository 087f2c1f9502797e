import { defineConfig } from "vite";

const at = (file: string): string => new URL(file, import.meta.url).pathname;

/**
 * The exchange's own pages: one script and one style sheet each, with fixed names, and one script
 * of what several of them need. `server/` has what the exchange runs to write a page before its
 * script does.
 */
export default defineConfig({
  root: at("."),
  appType: "custom",
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    minify: "oxc",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
        codeSplitting: {
          groups: [{ name: "shared", test: /node_modules.preact|pages.shared/ }],
        },
      },
    },
  },
  environments: {
    client: {
      build: {
        outDir: "dist",
        emptyOutDir: true,
        rolldownOptions: {
          input: {
            console: at("console/main.tsx"),
            docs: at("docs/main.ts"),
            explore: at("explore/main.tsx"),
          },
        },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: "dist/server",
        rolldownOptions: {
          input: { console: at("console/server.tsx"), explore: at("explore/server.tsx") },
        },
      },
    },
  },
  builder: {
    async buildApp({ build, environments: { client, ssr } }) {
      for (const environment of [client, ssr]) if (environment) await build(environment);
    },
  },
});
