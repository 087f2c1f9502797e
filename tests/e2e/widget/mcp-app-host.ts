import { createServer } from "node:http";
import { bundleHost } from "./hosts/bundle.ts";

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80">
<rect width="80" height="80" fill="#38a"/></svg>`;

/** The frame between host and page, as the specification describes it: it only hands on. */
const PROXY = `<!doctype html><html lang="en"><head><title>Sandbox</title>
<style>* { margin: 0; border: 0; width: 100%; height: 100%; display: block }
head, script { display: none }</style>
</head><body><script>
let inner;
addEventListener("message", ({ source, data }) => {
  if (source === inner?.contentWindow) return parent.postMessage(data, "*");
  if (source !== parent) return;
  if (data.method !== "ui/notifications/sandbox-resource-ready") {
    return inner?.contentWindow.postMessage(data, "*");
  }
  inner = document.createElement("iframe");
  inner.setAttribute("sandbox", data.params.sandbox);
  inner.srcdoc = data.params.html;
  document.body.append(inner);
});
const ready = { jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} };
parent.postMessage(ready, "*");
</script></body></html>`;

const HOST = `<!doctype html><html lang="en"><head><title>Chat</title>
<link rel="icon" href="data:,">
<style>body { margin: 8px } iframe { width: 100%; border: 0 }</style></head><body><main></main>
<script type="module">import { start } from "/host.js"; start();</script></body></html>`;

/** The policy of a page as the specification has a host make it of what the resource declares. */
function policyOf(csp: { resourceDomains?: string[] }): string {
  const domains = csp.resourceDomains?.join(" ") ?? "";
  return [
    "default-src 'none'",
    `script-src 'self' 'unsafe-inline' ${domains}`,
    `style-src 'self' 'unsafe-inline' ${domains}`,
    "connect-src 'self'",
    `img-src 'self' data: ${domains}`,
    "frame-src 'none'",
    "object-src 'none'",
    "base-uri 'self'",
  ].join("; ");
}

export interface McpAppHost {
  /** The chat. */
  readonly url: string;
  /** The frame's page, of another origin. */
  readonly proxy: string;
  /** Where the shop keeps its pictures, of a third. */
  readonly pictures: string;
  close(): Promise<void>;
}

/** Serves a chat, the frame for its apps and the pictures of a shop, each under its own origin. */
export async function serveMcpAppHost(): Promise<McpAppHost> {
  const program = await bundleHost("mcp-app.ts");
  const server = createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? "/", "http://host");
    const send = (type: string, body: string, headers = {}) =>
      res.writeHead(200, { "content-type": type, ...headers }).end(body);
    if (pathname === "/host.js") send("text/javascript", program);
    else if (pathname.endsWith(".svg")) send("image/svg+xml", PICTURE);
    else if (pathname === "/proxy") {
      const policy = policyOf(JSON.parse(searchParams.get("csp") ?? "{}"));
      send("text/html", PROXY, { "content-security-policy": policy });
    } else send("text/html", HOST);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port was given");
  const { port } = address;
  return {
    url: `http://127.0.0.1:${port}/`,
    proxy: `http://localhost:${port}/proxy`,
    pictures: `http://pictures.localhost:${port}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
