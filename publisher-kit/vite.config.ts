import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { exports }: { exports: Record<string, string> } = JSON.parse(
  readFileSync(at("package.json"), "utf8"),
);

/** Where an export's source lies below `src`, without its ending. */
const nameOf = (source: string): string => source.replace(/^\.\/src\//, "").replace(/\.ts$/, "");

/**
 * The published modules: one file for each export and what they share in a few more, since a
 * process that loads a hundred small files stands still for longer than one that loads ten.
 */
export default defineConfig({
  root: at("."),
  build: {
    emptyOutDir: false,
    minify: false,
    target: "es2022",
    lib: {
      entry: Object.fromEntries(
        Object.values(exports).map((source) => [nameOf(source), at(source)]),
      ),
      formats: ["es"],
    },
    rolldownOptions: {
      external: /^node:/,
      output: { entryFileNames: "[name].js", chunkFileNames: "shared/[name].js", comments: false },
    },
  },
});
