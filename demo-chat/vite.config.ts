import { defineConfig } from "vite";

/** The demo's page: one script and one style sheet with fixed names, served by the demo itself. */
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
      input: new URL("console/page/main.tsx", import.meta.url).pathname,
      output: { entryFileNames: "demo.js", assetFileNames: "demo[extname]" },
    },
  },
});
