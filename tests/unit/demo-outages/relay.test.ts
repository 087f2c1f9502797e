import { createHash } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Server, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { layRelay, type Relay } from "../../../demo-chat/console/outages/relay.ts";

const MEGABYTE = 1_048_576;

let server: Server | undefined;
let relay: Relay | undefined;
afterEach(async () => {
  await relay?.close();
  server?.close();
});

/** A store that does this with each connection, and the relay to it. */
async function open(serve: (socket: Socket) => unknown): Promise<Relay> {
  server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => undefined);
    // What the store hears of a cut is told by the other end; the cut after a test is no fault.
    Promise.resolve(serve(socket)).catch(() => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  relay = await layRelay({ host: "127.0.0.1", port });
  return relay;
}

function dial(port: number): Socket {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  return socket.on("error", () => undefined);
}
const digest = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

async function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** How a connection ended: in order, or by which error. */
function endOf(socket: Socket): Promise<string> {
  socket.resume();
  return new Promise((resolve) => {
    socket.once("end", () => resolve("end"));
    socket.once("error", (error) => resolve("code" in error ? String(error.code) : error.message));
  });
}

test("every byte arrives in both directions, also after one side has ended", async () => {
  const sent = Buffer.alloc(8 * MEGABYTE, "query ");
  // Answers only when the question is complete, as a peer that half-closes expects.
  const { port } = await open(async (socket) => socket.end(await readAll(socket)));
  const socket = dial(port);
  socket.end(sent);
  const got = await readAll(socket);
  expect(got.length).toBe(sent.length);
  expect(digest(got)).toBe(digest(sent));
});

test("what a store says last arrives before its end", async () => {
  const { port } = await open((socket) => socket.end(Buffer.alloc(2 * MEGABYTE, "fatal")));
  const socket = dial(port);
  const got = await readAll(socket);
  expect(got.length).toBe(2 * MEGABYTE);
  socket.destroy();
});

test("a cut breaks what is open and what is tried, and a mended wire carries again", async () => {
  const { port, cut, restore } = await open((socket) => socket.pipe(socket));
  const before = dial(port);
  before.write("hello");
  await once(before, "data");
  const ended = endOf(before);
  cut();
  expect(await ended).toBe("ECONNRESET");
  expect(await endOf(dial(port))).toBe("ECONNRESET");
  restore();
  const after = dial(port);
  after.write("again");
  expect(String((await once(after, "data"))[0])).toBe("again");
  after.destroy();
});

test("draining waits for the last word of a connection, and not for ever", async () => {
  const { promise: heard, resolve } = Promise.withResolvers<string>();
  const { port, drain } = await open(async (socket) => {
    resolve(String(await readAll(socket)));
    socket.end();
  });
  await drain(10_000);
  const socket = dial(port);
  socket.write("good");
  await once(socket, "connect");
  const before = performance.now();
  await drain(20);
  expect(performance.now() - before).toBeGreaterThan(15);
  socket.end("bye");
  socket.resume();
  await drain(10_000);
  expect(await heard).toBe("goodbye");
  expect(performance.now() - before).toBeLessThan(5_000);
});

test("a store that is not there breaks the connection instead of hanging it", async () => {
  const { port } = await open(() => undefined);
  server?.close();
  await once(server ?? new Socket(), "close");
  expect(await endOf(dial(port))).toBe("ECONNRESET");
});
