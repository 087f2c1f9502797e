import { defineConfig } from "vite";

const at = (file: string): string => new URL(file, import.meta.url).pathname;

/**
 * The demo's page: one script and one style sheet with fixed names, served by the demo itself.
 * `page.js` is what the demo runs to write the page before its script does.
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
  },
  environments: {
    client: {
      build: {
        outDir: "dist",
        emptyOutDir: true,
        rolldownOptions: {
          input: at("console/page/main.tsx"),
          output: { entryFileNames: "demo.js", assetFileNames: "demo[extname]" },
        },
      },
    },
    ssr: {
      resolve: { noExternal: true },
      build: {
        outDir: "dist/server",
        rolldownOptions: {
          input: at("console/page/server.tsx"),
          output: { entryFileNames: "page.js" },
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
