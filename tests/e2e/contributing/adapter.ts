import type { Change } from "./copy.ts";

const ADAPTER = `import type { IncomingMessage, ServerResponse } from "node:http";
import type { PublisherKit } from "../types.ts";
import { createExpressMiddleware } from "./express.ts";
import type { RouteOptions } from "./route.ts";

/** The kit's routes in a plain Node server; false for a path that is not one of them. */
export function createNodeHandler(
  kit: PublisherKit,
  options: RouteOptions<IncomingMessage> = {},
): (req: IncomingMessage, res: ServerResponse) => Promise<boolean> {
  const middleware = createExpressMiddleware<IncomingMessage>(kit, options);
  return (req, res) =>
    new Promise((resolve, reject) => {
      res.once("finish", () => resolve(true));
      res.once("close", () => resolve(true));
      middleware(req, res, (error) => (error === undefined ? resolve(false) : reject(error)));
    });
}
`;

const PAGE = `# Node's own server

\`\`\`ts
import { createServer } from "node:http";
import { createPublisherKit } from "@placard/publisher-kit";
import { createNodeHandler } from "@placard/publisher-kit/node";

const { PLACARD_URL = "http://127.0.0.1:8787", PLACARD_KEY = "" } = process.env;
export const kit = createPublisherKit({ baseUrl: PLACARD_URL, apiKey: PLACARD_KEY });
const offers = createNodeHandler(kit, { basePath: "/offers", images: "proxy" });
export const server = createServer(async (req, res) => {
  if (!(await offers(req, res))) res.end("Hello");
});
\`\`\`

The handler adds the kit's routes under \`/offers\`. It resolves to \`false\` for every other path.
`;

const EXAMPLE = `  test("the handler of Node's server opens a session", async () => {
    await using _exchange = await openExchange();
    const [code = ""] = examplesOf("docs/node.md");
    const { server } = await runExample(code, "node");
    if (!(server instanceof Server)) throw new Error("The example exports no server.");
    const [listener] = server.listeners("request");
    await expectSession((req, res) => void listener?.(req, res));
  });

`;

const HOST = `const nodeHost: WebHost = {
  name: "Node",
  parses: false,
  async open(kit, options) {
    const handle = createNodeHandler(kit, options);
    return async (req, res) => {
      if (!(await handle(req, res))) res.end("other");
    };
  },
};

`;

/** An adapter for Node's own server, which needs no framework. */
export const ADAPTER_RECIPE: Change = {
  recipe: "Add a kit adapter",
  names: { NAME: "node" },
  files: {
    "publisher-kit/src/adapters/node.ts": ADAPTER,
    "publisher-kit/package.json": [
      {
        after: '    "./fetch": "./src/adapters/fetch.ts",\n',
        add: '    "./node": "./src/adapters/node.ts",\n',
      },
    ],
    "publisher-kit/docs/node.md": PAGE,
    "publisher-kit/README.md": [
      { after: "| Koa | [koa](docs/koa.md) |\n", add: "| Node | [node](docs/node.md) |\n" },
    ],
    "tests/kit/docs.test.ts": [
      {
        replace: 'import { createServer, type RequestListener } from "node:http";',
        by: 'import { createServer, type RequestListener, Server } from "node:http";',
      },
      { after: 'const further = ["runtimes", ', add: '"node", ' },
      { after: 'describe("as it stands on its page", () => {\n', add: EXAMPLE },
    ],
    "tests/kit/hosts/web-hosts.ts": [
      {
        after: 'import { createKoaMiddleware } from "@placard/publisher-kit/koa";\n',
        add: 'import { createNodeHandler } from "@placard/publisher-kit/node";\n',
      },
      {
        replace: "/** Every web adapter of the kit",
        by: `${HOST}/** Every web adapter of the kit`,
      },
      { after: "  fetchHost,\n", add: "  nodeHost,\n" },
    ],
    "tests/kit/hosts/types.test.ts": [
      {
        after: 'import { createKoaMiddleware } from "@placard/publisher-kit/koa";\n',
        add: 'import { createNodeHandler } from "@placard/publisher-kit/node";\n',
      },
      {
        after: "createServer((req, res) => express(req, res, () => void res.end()));\n",
        add: 'createServer(createNodeHandler(kit, { images: "proxy" }));\n',
      },
    ],
  },
};
