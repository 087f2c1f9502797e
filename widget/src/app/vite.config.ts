import { defineConfig, type Plugin } from "vite";

const at = (file: string): string => new URL(file, import.meta.url).pathname;

/**
 * The host sets a policy as well; this one holds in every host: the page opens no connection and
 * loads no script. Inline stays allowed, because the page itself is.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src https: http: data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** The exchange replaces the last word by its own origin when it serves the page. */
function pageOf(script: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sponsored offers</title>
</head>
<body>
<div id="offers"></div>
<script>${script.replaceAll("</script", "<\\/script")}
PlacardApp.start("EXCHANGE_ORIGIN")</script>
</body>
</html>
`;
}

/** One file, because a host puts the text of one resource into a frame that loads nothing else. */
function onePage(): Plugin {
  return {
    name: "placard-one-page",
    generateBundle(_options, bundle) {
      for (const [name, output] of Object.entries(bundle)) {
        if (output.type !== "chunk") continue;
        delete bundle[name];
        this.emitFile({ type: "asset", fileName: "mcp-app.html", source: pageOf(output.code) });
      }
    },
  };
}

/** `vite build --config widget/src/app/vite.config.ts` writes the page of the MCP App. */
export default defineConfig({
  root: at("../.."),
  appType: "custom",
  plugins: [onePage()],
  oxc: {
    jsx: { runtime: "classic", pragma: "preactNode", pure: false, development: false },
    jsxInject: 'import { h as preactNode } from "preact"',
  },
  build: {
    lib: { entry: at("offers.ts"), name: "PlacardApp", formats: ["iife"] },
    emptyOutDir: false,
    minify: "oxc",
    target: "es2022",
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
  },
});
