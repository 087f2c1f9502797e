import { isAbsolute } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type InlineConfig } from "vite";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const tools = here("../../../tools/node_modules/");

/** The React of the tools is 19; the one beside the tests is 18. */
export const REACT_19 = {
  react: `${tools}react`,
  "react-dom": `${tools}react-dom`,
} as const;

/**
 * One host program as a browser or a server loads it. Built for development, because only then
 * the frameworks warn of what they find wrong.
 */
export async function bundleHost(
  file: string,
  { alias = {}, isServer = false }: { alias?: Record<string, string>; isServer?: boolean } = {},
): Promise<string> {
  const config: InlineConfig = {
    configFile: false,
    root: here("."),
    mode: "development",
    logLevel: "silent",
    define: {
      "process.env.NODE_ENV": '"development"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "true",
    },
    resolve: { alias, noExternal: true },
    build: {
      write: false,
      minify: false,
      ssr: isServer,
      target: "es2022",
      rolldownOptions: {
        input: isAbsolute(file) ? file : here(file),
        preserveEntrySignatures: "strict",
      },
    },
    ssr: { noExternal: true },
  };
  const built = await build(config);
  const results = Array.isArray(built) ? built : [built];
  for (const result of results) {
    const files = "output" in result ? result.output : [];
    for (const item of files) if (item.type === "chunk" && item.isEntry) return item.code;
  }
  throw new Error(`${file} was not built`);
}
