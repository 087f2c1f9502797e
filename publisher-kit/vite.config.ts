import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const {
  exports,
  bin,
}: Record<"exports" | "bin", Record<string, string>> = JSON.parse(
  readFileSync(at("package.json"), "utf8"),
);

/** Where an export's source lies below `src`, without its ending. */
const nameOf = (source: string): string => source.replace(/^\.\/src\//, "").replace(/\.ts$/, "");

/**
 * The published modules: one file for each export and one for what they share, since loading many
 * small files blocks a process for longer.
 */
export default defineConfig({
  root: at("."),
  build: {
    emptyOutDir: false,
    target: "es2022",
    lib: {
      entry: Object.fromEntries(
        Object.values({ ...exports, ...bin }).map((source) => [nameOf(source), at(source)]),
      ),
      formats: ["es"],
    },
    rolldownOptions: {
      // The program imports the package by its name, so that no module is in two files.
      external: /^(node:|@placard\/publisher-kit)/,
      output: {
        entryFileNames: "[name].js",
        chunkFileNames: "shared/[name].js",
        comments: false,
        codeSplitting: { groups: [{ name: "core", minShareCount: 2 }] },
        // Library builds keep white space and names unless `minify` is an object.
        minify: { compress: true, mangle: true, codegen: true },
      },
    },
  },
});
