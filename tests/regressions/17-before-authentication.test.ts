import { spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { registerAgent } from "../setup/agents.ts";
import { startExchange } from "../setup/exchange.ts";
import { setUp } from "../setup/shared.ts";

const WRONG_KEY = `rk_live_${"A".repeat(36)}`;
const exchange = setUp(startExchange);

interface Head {
  readonly path?: string;
  readonly key?: string;
  readonly sizeBytes: number;
}

function headOf({ path = "/api/agent", key, sizeBytes }: Head): string {
  const authorization = key === undefined ? "" : `Authorization: Bearer ${key}\r\n`;
  return (
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n` +
    `Accept: application/json, text/event-stream\r\n${authorization}Connection: close\r\n` +
    `Content-Length: ${sizeBytes}\r\n\r\n`
  );
}

async function open(baseUrl: string, localAddress = "127.0.0.1"): Promise<Socket> {
  const port = Number(new URL(baseUrl).port);
  const socket = connect({ port, host: "127.0.0.1", localAddress });
  // A server that refuses a connection may reset it.
  socket.on("error", () => undefined);
  await once(socket, "connect");
  return socket;
}

/** The answer to a head whose body is never sent. */
async function answerTo(head: Head): Promise<string> {
  const socket = await open(exchange.baseUrl);
  socket.write(headOf(head));
  return text(socket);
}

test.each(["/api/agent", "/mcp"])(
  "%s refuses a wrong key before it reads the body",
  async (path) => {
    const answer = await answerTo({ path, key: WRONG_KEY, sizeBytes: 200_000 });
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toContain('"invalid_key"');
  },
);

test.each(["/api/agent", "/mcp"])(
  "%s takes 64 KB without a key, and more with one",
  async (path) => {
    const answer = await answerTo({ path, sizeBytes: 65_537 });
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('"limitBytes":65536');
    const { key } = await registerAgent(exchange.call, "publisher");
    const body = JSON.stringify({ tool: "whoami", arguments: {} }).padEnd(100_000);
    const withKey = await fetch(`${exchange.baseUrl}/api/agent`, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
      body,
    });
    expect(withKey.status).toBe(200);
  },
);

test("a request that is not complete after 15 seconds is ended", { timeout: 40_000 }, async () => {
  const socket = await open(exchange.baseUrl);
  const startedMs = performance.now();
  socket.write(`${headOf({ sizeBytes: 1_000 })}{`);
  const answer = await text(socket).catch(() => "");
  const tookMs = performance.now() - startedMs;
  expect(tookMs).toBeGreaterThan(14_000);
  expect(tookMs).toBeLessThan(18_000);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
});

test("connections are capped, and those of one address", async () => {
  const env = {
    RATE_LIMIT_LOOPBACK: "1",
    CONNECTIONS_MAX: "6",
    CONNECTIONS_PER_ADDRESS_MAX: "3",
  };
  const capped = await startExchange({ env });
  try {
    const sockets: Socket[] = [];
    const isOpen = async (localAddress: string) => {
      const socket = await open(capped.baseUrl, localAddress);
      sockets.push(socket);
      socket.write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
      const [bytes] = await Promise.race([once(socket, "data"), once(socket, "close")]);
      return String(bytes).startsWith("HTTP/1.1 200");
    };
    const from = async (localAddress: string, count: number) => {
      const all = [];
      for (let index = 0; index < count; index += 1) all.push(await isOpen(localAddress));
      return all.filter(Boolean).length;
    };
    expect(await from("127.0.0.2", 5)).toBe(3);
    expect(await from("127.0.0.3", 5)).toBe(3);
    expect(await from("127.0.0.4", 1)).toBe(0);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => from("127.0.0.4", 1)).toBe(1);
    for (const socket of sockets) socket.destroy();
  } finally {
    await capped.close();
  }
});

test("callers on this machine have as many connections as they need", async () => {
  const env = { CONNECTIONS_MAX: "2", CONNECTIONS_PER_ADDRESS_MAX: "1" };
  const local = await startExchange({ env });
  try {
    const sockets = await Promise.all(Array.from({ length: 8 }, () => open(local.baseUrl)));
    for (const socket of sockets) {
      socket.end("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
    }
    for (const socket of sockets) expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
  } finally {
    await local.close();
  }
});

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Memory that this process, and so the exchange in it, holds once it no longer changes. */
async function heldBytes(): Promise<number> {
  for (let last = 0; ; ) {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    if (Math.abs(heapUsed + external - last) < 100_000) return last;
    last = heapUsed + external;
    await sleep(500);
  }
}

/** Opens connections, sends half of a body on each and keeps them open until its input ends. */
const CLIENTS = `
  const { connect } = require("node:net");
  const [port, count, half] = process.argv.slice(1);
  let sent = 0;
  for (let index = 0; index < Number(count); index += 1) {
    const socket = connect(Number(port), "127.0.0.1", () =>
      socket.write(half + "x".repeat(32_768), () => {
        sent += 1;
        if (sent === Number(count)) console.log("sent");
      }),
    );
    socket.on("error", () => undefined);
  }
  process.stdin.resume().on("end", () => process.exit());
`;

test("1,000 half-sent bodies hold less than 20 MB", { timeout: 60_000 }, async () => {
  const search = () => exchange.call("search_placements", {});
  expect((await search()).status).toBe(200);
  const beforeBytes = await heldBytes();
  const { port } = new URL(exchange.baseUrl);
  const args = ["-e", CLIENTS, port, "1000", headOf({ sizeBytes: 65_536 })];
  const clients = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  try {
    await once(clients.stdout, "data");
    expect((await heldBytes()) - beforeBytes).toBeLessThan(20_000_000);
    // Another caller is served meanwhile.
    expect((await search()).status).toBe(200);
  } finally {
    clients.stdin.end();
    await once(clients, "exit");
  }
});
