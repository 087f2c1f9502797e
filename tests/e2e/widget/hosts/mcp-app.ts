import {
  AppBridge,
  getToolUiResourceUri,
  PostMessageTransport,
} from "../../../tools/node_modules/@modelcontextprotocol/ext-apps/dist/src/app-bridge.js";

type Bridge = InstanceType<typeof AppBridge>;
type ToolResult = Parameters<Bridge["sendToolResult"]>[0];
type HostContext = Parameters<Bridge["setHostContext"]>[0];

/** What the test calls by name, each with JSON and for JSON. */
interface McpHost {
  /** The page that the package finds on a listed tool. */
  resourceOf(tool: object): string | undefined;
  /** Puts the page into a frame inside a frame of another origin and shakes hands with it. */
  open(page: { html: string; csp: object; proxy: string; context: HostContext }): Promise<void>;
  show(query: string, result: ToolResult): Promise<void>;
  change(context: HostContext): Promise<void>;
  leave(): Promise<void>;
  /** The links that the page asked to have opened. */
  opened(): string[];
  /** What the page last said of itself. **Units** CSS pixels. */
  height(): number | undefined;
  /** Who the page said it is. */
  app(): unknown;
}

/** A host of MCP Apps built on the bridge of the extension's own package. */
export function start(): void {
  const opened: string[] = [];
  let lastHeight: number | undefined;
  let bridge: Bridge;

  async function open({ html, csp, proxy, context }: Parameters<McpHost["open"]>[0]) {
    const frame = document.createElement("iframe");
    frame.src = `${proxy}?csp=${encodeURIComponent(JSON.stringify(csp))}`;
    frame.title = "Offers";
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin");
    document.querySelector("main")?.replaceChildren(frame);
    const inside = frame.contentWindow;
    if (inside === null) throw new Error("The frame has no window.");
    bridge = new AppBridge(
      null,
      { name: "placard-tests", version: "1.0.0" },
      { openLinks: {} },
      { hostContext: context },
    );
    const isReady = new Promise<void>((resolve) => {
      bridge.oninitialized = () => resolve();
    });
    bridge.onopenlink = async ({ url }) => {
      opened.push(url);
      return {};
    };
    bridge.onsizechange = ({ height }) => {
      lastHeight = height;
      if (height !== undefined) frame.style.height = `${height}px`;
    };
    bridge.onsandboxready = () =>
      void bridge.sendSandboxResourceReady({ html, sandbox: "allow-scripts", csp });
    await bridge.connect(new PostMessageTransport(inside, inside));
    await isReady;
  }

  const mcpHost: McpHost = {
    resourceOf: getToolUiResourceUri,
    open,
    async show(query, result) {
      await bridge.sendToolInput({ arguments: { query } });
      await bridge.sendToolResult(result);
    },
    change: async (context) => bridge.sendHostContextChange(context),
    leave: async () => void (await bridge.teardownResource({})),
    opened: () => opened,
    height: () => lastHeight,
    app: () => bridge.getAppVersion(),
  };
  Object.assign(globalThis, { mcpHost });
}
