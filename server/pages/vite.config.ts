import { defineConfig } from "vite";

/**
 * The exchange's own pages: one script and one style sheet each, with fixed names, and one script
 * of what several of them need.
 */
export default defineConfig({
  root: new URL(".", import.meta.url).pathname,
  appType: "custom",
  oxc: { jsx: { runtime: "automatic", importSource: "preact", development: false } },
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    minify: "oxc",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      preserveEntrySignatures: "exports-only",
      input: {
        console: new URL("console/main.tsx", import.meta.url).pathname,
        docs: new URL("docs/main.ts", import.meta.url).pathname,
        explore: new URL("explore/main.tsx", import.meta.url).pathname,
        // Run by the exchange, to write the page before its script runs.
        "explore-server": new URL("explore/server.tsx", import.meta.url).pathname,
      },
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "[name].js",
        assetFileNames: "[name][extname]",
        codeSplitting: {
          groups: [
            { name: "shared", test: /node_modules.preact[\\/]|pages.shared/ },
            { name: "explore-app", test: /pages.explore.(?!main|server|explore\.css)/ },
          ],
        },
      },
    },
  },
});
