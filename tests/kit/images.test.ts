import dns from "node:dns";
import { createServer, type ServerResponse } from "node:http";
import { Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createImageFetcher } from "../../publisher-kit/src/cards/image-fetch.ts";
import { imageTypeOf } from "../../publisher-kit/src/cards/image-type.ts";

const PNG = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(100, 7)]);
const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

/** A shop's server with good and bad pictures. */
const pages: Record<string, (response: ServerResponse) => void> = {
  "/good.png": (response) => void response.end(PNG),
  "/lies.txt": (response) => void response.setHeader("content-type", "text/html").end(PNG),
  "/drawing.svg": (response) => void response.setHeader("content-type", "image/svg+xml").end(SVG),
  "/svg.png": (response) => void response.setHeader("content-type", "image/png").end(SVG),
  "/page.png": (response) => void response.end("<!doctype html><script></script>"),
  "/missing.png": (response) => void response.writeHead(404).end(PNG),
  "/large.png": (response) => void response.end(Buffer.concat([PNG, Buffer.alloc(2_000_000)])),
  "/announced.png": (response) => {
    response.writeHead(200, { "content-length": "3000000" }).write(PNG);
  },
  "/endless.png": (response) => {
    const more = (): void => {
      if (response.write(Buffer.concat([PNG, Buffer.alloc(100_000)]))) setImmediate(more);
    };
    response.on("drain", more);
    more();
  },
  "/packed.png": (response) =>
    void response.setHeader("content-encoding", "gzip").end(Buffer.from("1f8b0800", "hex")),
  "/hop.png": (response) => void response.writeHead(302, { location: "/good.png" }).end(),
  "/loop.png": (response) => void response.writeHead(302, { location: "/loop.png" }).end(),
  "/inside.png": (response) =>
    void response.writeHead(302, { location: "http://10.0.0.1/good.png" }).end(),
  "/elsewhere.png": (response) =>
    void response.writeHead(302, { location: `http://localhost:${port}/good.png` }).end(),
  "/file.png": (response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end(),
};
let requests = 0;
let port = 0;
const server = createServer((request, response) => {
  requests += 1;
  pages[request.url ?? ""]?.(response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const origin = (): string => `http://127.0.0.1:${port}`;
const fetchImage = (url: string, trusted = origin()) => createImageFetcher(trusted)?.(url);

describe("a picture is fetched", () => {
  test.each(["good.png", "lies.txt", "hop.png"])("from %s", async (name) => {
    const image = await fetchImage(`${origin()}/${name}`);
    expect(image?.type).toBe("image/png");
    expect(Buffer.from(image?.bytes ?? [])).toEqual(PNG);
  });

  test.each(Object.keys(pages).filter((path) => !/good|lies|hop|drawing/.test(path)))(
    "never from %s",
    async (path) => {
      expect(await fetchImage(`${origin()}${path}`)).toBeUndefined();
    },
  );
});

test("a drawing is fetched from the exchange itself", async () => {
  const image = await fetchImage(`${origin()}/drawing.svg`);
  expect(image?.type).toBe("image/svg+xml");
  expect(Buffer.from(image?.bytes ?? []).toString()).toBe(SVG);
});

describe("nothing is fetched from where only this machine can reach", () => {
  const NOBODY = "https://exchange.example";
  test.each([
    "http://127.0.0.1",
    "http://10.1.2.3",
    "http://172.16.0.1",
    "http://192.168.1.1",
    "http://169.254.169.254/latest/meta-data",
    "http://100.64.0.1",
    "http://0.0.0.0",
    "http://2130706433",
    "http://0x7f.1",
    "http://[::1]",
    "http://[::ffff:127.0.0.1]",
    "http://[64:ff9b::7f00:1]",
    "http://[fd00::1]",
    "http://[fe80::1]",
    "http://[2002:7f00:1::]",
    "http://user:secret@93.184.215.14/a.png",
    "ftp://93.184.215.14/a.png",
    "http://93.184.215.14:8080/a.png",
  ])("%s", async (url) => {
    const connect = vi.spyOn(Socket.prototype, "connect");
    const before = requests;
    expect(await fetchImage(url, NOBODY)).toBeUndefined();
    expect(requests).toBe(before);
    expect(connect).not.toHaveBeenCalled();
  });

  test("a name that stands for such an address, even among others", async () => {
    const answers = [
      [{ address: "127.0.0.1", family: 4 }],
      [
        { address: "93.184.215.14", family: 4 },
        { address: "10.0.0.1", family: 4 },
      ],
      [{ address: "::1", family: 6 }],
    ];
    for (const found of answers) {
      const lookup = vi
        .spyOn(dns, "lookup")
        .mockImplementation((...args: unknown[]) =>
          Reflect.apply(Object(args[2]), null, [null, found]),
        );
      expect(await fetchImage("http://shop.example/a.png", NOBODY)).toBeUndefined();
      // Asked once, by the connection itself: there is no second answer to be fooled by.
      expect(lookup).toHaveBeenCalledTimes(1);
      lookup.mockRestore();
    }
  });
});

test("a runtime without Node's modules has no proxy", () => {
  vi.spyOn(process, "getBuiltinModule").mockImplementation(() => {
    throw new Error("There is no such module.");
  });
  expect(createImageFetcher("https://exchange.example")).toBeUndefined();
});

test("a picture is told by its bytes", () => {
  const rows: [string, string | undefined][] = [
    ["ffd8ffe000104a464946", "image/jpeg"],
    ["89504e470d0a1a0a0000", "image/png"],
    [Buffer.from("GIF89a").toString("hex"), "image/gif"],
    [Buffer.from("RIFF....WEBPVP8 ").toString("hex"), "image/webp"],
    [Buffer.from("\0\0\0\x20ftypavif\0\0\0\0").toString("hex"), "image/avif"],
    [Buffer.from("RIFF....WAVE").toString("hex"), undefined],
    [Buffer.from(SVG).toString("hex"), undefined],
    ["", undefined],
  ];
  for (const [hex, type] of rows) {
    expect(imageTypeOf(new Uint8Array(Buffer.from(hex, "hex")))).toBe(type);
  }
});
