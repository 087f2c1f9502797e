import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";

type Handler = (request: Request) => Promise<Response>;

/** A fetch handler on a port of its own. */
export async function listen(handler: Handler) {
  const server = createServer((req, res) => void answer(handler, req, res));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, close };
}

async function answer(handler: Handler, req: IncomingMessage, res: ServerResponse) {
  const url = `http://127.0.0.1${req.url}`;
  const { method = "GET", headers } = req;
  const body = ["GET", "HEAD"].includes(method) ? {} : { body: await textOf(req) };
  const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const response = await handler(new Request(url, { method, headers: sent, ...body }));
  res.writeHead(response.status, Object.fromEntries(response.headers));
  res.end(await response.text());
}
