import { once } from "node:events";
import type { RequestListener } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type Listener, listen } from "../../../server/src/http/listener.ts";

/** Far more than any of these closes may take, far less than a grace of a minute. */
const AT_ONCE_MS = 2_000;
const MINUTE_MS = 60_000;

async function open(answer: RequestListener): Promise<Listener> {
  const listener = await listen(answer, { host: "127.0.0.1", port: 0 });
  onTestFinished(() => listener.close(0));
  return listener;
}

async function closeTook(listener: Listener, graceMs: number): Promise<number> {
  const startedAtMs = performance.now();
  await listener.close(graceMs);
  return performance.now() - startedAtMs;
}

test("a connection that was opened ahead of need does not hold the close up", async () => {
  const listener = await open((_req, res) => void res.end());
  const socket = connect(listener.port, "127.0.0.1");
  socket.on("error", () => undefined);
  await once(socket, "connect");
  const closed = once(socket, "close");
  expect(await closeTook(listener, MINUTE_MS)).toBeLessThan(AT_ONCE_MS);
  await closed;
});

test("a connection that waits for its next request does not hold the close up", async () => {
  const listener = await open((_req, res) => void res.end("done"));
  await (await fetch(`http://127.0.0.1:${listener.port}/`)).text();
  expect(await closeTook(listener, MINUTE_MS)).toBeLessThan(AT_ONCE_MS);
});

test("an answer under way is finished before the close", async () => {
  const asked = Promise.withResolvers<() => void>();
  const listener = await open((_req, res) => {
    res.write("first, ");
    asked.resolve(() => res.end("last"));
  });
  const answer = fetch(`http://127.0.0.1:${listener.port}/`);
  const finish = await asked.promise;
  const closing = closeTook(listener, MINUTE_MS);
  finish();
  expect(await (await answer).text()).toBe("first, last");
  expect(await closing).toBeLessThan(AT_ONCE_MS);
});

test("an answer that never ends is cut off after the grace", async () => {
  const listener = await open((_req, res) => void res.write("first"));
  const answer = await fetch(`http://127.0.0.1:${listener.port}/`);
  expect(await closeTook(listener, 50)).toBeLessThan(AT_ONCE_MS);
  await expect(answer.text()).rejects.toThrow();
});
