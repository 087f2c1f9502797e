import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants } from "node:zlib";
import { build } from "vite";
import { buildWidget } from "../../widget/built.ts";

const INTENT = "../../../publisher-kit/src/language/intent/index.ts";

/** **Units** bytes after minifying and brotli at its highest quality. */
export interface Sizes {
  /** `/intent` alone: rules, lexicon, weights and code. */
  readonly intentBrotliBytes: number;
  /** The one script file, Preact in it. */
  readonly widgetBrotliBytes: number;
  /** The widget as a module, Preact left to the host. */
  readonly esmBrotliBytes: number;
}

export async function measureSizes(): Promise<Sizes> {
  const widget = await buildWidget();
  return {
    intentBrotliBytes: brotliBytes(await buildIntent()),
    widgetBrotliBytes: brotliBytes(widget.get("placard.js")),
    esmBrotliBytes: brotliBytes(widget.get("index.js")),
  };
}

/** What `import { detectIntent } from "@placard/publisher-kit/intent"` costs a bundle. */
export async function buildIntent(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      target: "es2022",
      minify: "oxc",
      lib: { entry: fileURLToPath(new URL(INTENT, import.meta.url)), formats: ["es"] },
      rolldownOptions: { output: { minify: true } },
    },
  });
  const results = Array.isArray(built) ? built : [built];
  const files = results.flatMap((result) => ("output" in result ? result.output : []));
  return files.map((file) => (file.type === "chunk" ? file.code : "")).join("");
}

function brotliBytes(code: string | undefined): number {
  if (code === undefined || code === "") throw new Error("a file of the build is missing");
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return brotliCompressSync(code, { params }).length;
}
