import { execFile } from "node:child_process";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createExpressMiddleware } from "@placard/publisher-kit/express";
import type { PublisherKitOptions } from "@placard/publisher-kit/types";
import { describe, expect, test } from "vitest";
import { forbiddenBy } from "../../../publisher-kit/src/sidecar/csp.ts";
import { diagnose } from "../../../publisher-kit/src/sidecar/doctor.ts";
import type { DoctorOptions } from "../../../publisher-kit/src/sidecar/doctor-page.ts";
import { ASK, cpmExchange, kitFor, reported } from "../browser-double.ts";

const MAIN = fileURLToPath(new URL("../../../publisher-kit/src/sidecar/main.ts", import.meta.url));
const PRODUCT_PATH = `/r/${"p".repeat(62)}01`;
const CAMPAIGN_PATH = `/r/${"c".repeat(64)}`;

/** An exchange with one campaign, one product and their links. */
async function openExchange() {
  const exchange = await cpmExchange();
  exchange.pages["/api/public/info"] = (response) => response.end('{"apiVersion":"1.0"}');
  const clicks: (string | undefined)[] = [];
  for (const path of [PRODUCT_PATH, CAMPAIGN_PATH]) {
    exchange.pages[path] = (response) => {
      clicks.push(response.req.method);
      response.writeHead(302, { location: "https://shop.example/" }).end();
    };
  }
  return Object.assign(exchange, { clicks });
}
type Exchange = Awaited<ReturnType<typeof openExchange>>;

/** What the doctor says, as one text for each check by its name. */
async function diagnosed(
  exchange: { baseUrl: string },
  change: Partial<DoctorOptions> & { kit?: PublisherKitOptions } = {},
): Promise<Record<string, string>> {
  const kit = { baseUrl: exchange.baseUrl, apiKey: "rk_live_test_key", timeoutMs: 5_000 };
  const options = { text: ASK, now: Date.now, ...change, kit: { ...kit, ...change.kit } };
  const said: Record<string, string> = {};
  for await (const { name, state, text } of diagnose(options)) said[name] = `${state}: ${text}`;
  return said;
}

describe("the doctor", () => {
  test("finds nothing to change in a sound set-up, and bills nothing", async () => {
    await using exchange = await openExchange();
    const said = await diagnosed(exchange);
    expect(said).toMatchObject({
      exchange: expect.stringContaining("ok: "),
      clock: expect.stringMatching(/^ok: \d s (behind|ahead of) the exchange$/),
      key: "ok: accepted",
      placements: "ok: 1 live campaign on 1 placement",
      turn: expect.stringMatching(/^ok: 2 cards in \d+ ms$/),
      click: "ok: the first card's link redirects",
      view: "ok: an event of the first card is accepted",
    });
    expect(exchange.clicks).toEqual(["HEAD"]);
    expect(reported(exchange)).toEqual([]);
  });

  type Fault = [name: string, RegExp, (exchange: Exchange) => Parameters<typeof diagnosed>[1]];
  const kitOf = (fields: object) => ({ kit: Object(fields) });
  const faults: readonly Fault[] = [
    ["exchange", /cannot be reached .*PLACARD_URL/, () => kitOf({ baseUrl: "http://127.0.0.1:9" })],
    ["exchange", /PLACARD_URL must be .*"a\.example:1"/, () => kitOf({ baseUrl: "a.example:1" })],
    [
      "exchange",
      /answers 200 and is no exchange/,
      (exchange) => {
        exchange.pages["/api/public/info"] = (response) => response.end("<html>");
        return {};
      },
    ],
    ["clock", /1(19|2\d) s behind .*NTP/, () => ({ now: () => Date.now() - 120_000 })],
    ["clock", /(89|9\d) s ahead of .*NTP/, () => ({ now: () => Date.now() + 90_000 })],
    ["key", /There is no key\. Set PLACARD_KEY/, () => kitOf({ apiKey: "" })],
    [
      "key",
      /does not accept this key.*create_key/,
      (exchange) => {
        exchange.handlers.list_campaigns = () => ({ status: 401, body: {} });
        return {};
      },
    ],
    [
      "key",
      /answers 403 key_restricted: May not/,
      (exchange) => {
        const error = { code: "key_restricted", message: "May not" };
        exchange.handlers.list_campaigns = () => ({ status: 403, body: { error } });
        return {};
      },
    ],
    [
      "key",
      /belongs to an advertiser.*create_key/,
      (exchange) => {
        exchange.handlers.whoami = () => ({ body: { role: "advertiser" } });
        return {};
      },
    ],
    [
      "key",
      /scope of this key is "full", not "report".*create_key/,
      (exchange) => {
        exchange.handlers.whoami = () => ({ body: { key: { scope: "full" } } });
        return {};
      },
    ],
    ["placements", /No live campaign books plc_x/, () => kitOf({ placements: ["plc_x"] })],
    ["turn", /No offers \(no_intent\).*--text/, () => ({ text: "hello" })],
    [
      "turn",
      /No offers \(timeout\).*timeoutMs/,
      (exchange) => {
        exchange.handlers.search_shopfeed_products = () => "hang";
        exchange.handlers.deliver_ad = () => "hang";
        return kitOf({ timeoutMs: 200 });
      },
    ],
    [
      "turn",
      /lead to another origin.*PLACARD_URL/,
      (exchange) => kitOf({ baseUrl: exchange.baseUrl.replace("127.0.0.1", "localhost") }),
    ],
    [
      "click",
      /answers 500 instead of 302.*proxy/,
      (exchange) => {
        exchange.pages[CAMPAIGN_PATH] = (response) => response.writeHead(500).end();
        return {};
      },
    ],
  ];
  test.each(faults)("says what to change: %s, %s", async (name, words, arrange) => {
    await using exchange = await openExchange();
    const said = await diagnosed(exchange, arrange(exchange));
    expect(said[name]).toMatch(/^change: /);
    expect(said[name]).toMatch(words);
    expect(said[name]).not.toContain("\n");
  });
});

test.each([
  ["exchange", { baseUrl: "http://127.0.0.1:9" }, ["clock", "key", "placements"]],
  ["key", { apiKey: "" }, ["placements"]],
])("the doctor names what it could not check without the %s", async (part, kit, names) => {
  await using exchange = await openExchange();
  const said = await diagnosed(exchange, { kit: Object(kit) });
  expect(said[part]).toMatch(/^change: /);
  for (const name of [...names, "turn", "click", "origin", "csp", "view"]) {
    expect(said[name], name).toBe(`skipped: It needs the ${part}. Change that first.`);
  }
});

/** A chat's page with the kit's routes. */
async function openChat(
  exchange: Exchange,
  page: { policy?: string; html?: string; basePath?: string } = {},
) {
  const { kit } = kitFor(exchange, { timeoutMs: 5_000 });
  const { basePath = "/offers", policy, html = "<html>" } = page;
  const routes = createExpressMiddleware(kit, { basePath });
  const server: Server = createServer((req, res) =>
    routes(req, res, () => {
      if (policy !== undefined) res.setHeader("content-security-policy", policy);
      res.end(html);
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/chat`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await kit.close({ drainMs: 1_000 });
    },
  };
}

describe("the doctor, on a page", () => {
  const ofPage = (url: string, endpoint = "/offers") => ({ page: { url, endpoint } });

  test("finds nothing to change in a sound page, and views no booked card", async () => {
    await using exchange = await openExchange();
    const policy = "default-src 'none'; connect-src 'self'; img-src https:";
    {
      await using chat = await openChat(exchange, { policy });
      const said = await diagnosed(exchange, ofPage(chat.url));
      expect(said).toMatchObject({
        origin: `ok: ${new URL(chat.url).origin} is accepted`,
        view: "ok: an event of the first card is accepted",
        csp: "ok: allows the routes and the images of the cards",
      });
    }
    expect(reported(exchange)).toEqual([]);
  });

  test("names the option for an origin that the adapter refuses", async () => {
    await using exchange = await openExchange();
    await using chat = await openChat(exchange);
    const other = chat.url.replace("127.0.0.1", "localhost");
    const said = await diagnosed(exchange, ofPage(other, `${new URL(chat.url).origin}/offers`));
    expect(said.origin).toMatch(/^change: .*403 origin_refused\. Add "http:\/\/localhost:\d+" to/);
  });

  test("says where no adapter is mounted, and which page cannot be read", async () => {
    await using exchange = await openExchange();
    await using chat = await openChat(exchange, { basePath: "/ads" });
    // A page that answers everything with itself has no such route either.
    const wrong = await diagnosed(exchange, ofPage(chat.url));
    expect(wrong.origin).toMatch(/^change: .*\/offers\/session answers 200\. Mount the adapter/);
    expect((await diagnosed(exchange, ofPage(chat.url, "/ads"))).view).toMatch(/^ok: /);
    const gone = await diagnosed(exchange, ofPage("http://127.0.0.1:9/"));
    expect(gone.page).toMatch(/^change: http:\/\/127\.0\.0\.1:9\/ cannot be read \(.+\)/);
  });

  test("names the route that breaks on a page that can be read", async () => {
    await using exchange = await openExchange();
    const server = createServer((req, res) => {
      if (req.method === "POST") req.socket.destroy();
      else res.end("<html>");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const port = Object(server.address()).port;
    const said = await diagnosed(exchange, ofPage(`http://127.0.0.1:${port}/`));
    server.close();
    expect(said.page).toMatch(/^change: POST http:\/\/.*\/offers\/session gets no answer \(.+log/);
  });

  test.each([
    ["connect-src 'none'", "`connect-src` forbids"],
    ["default-src 'none'", "`default-src` forbids"],
    ["connect-src 'self'; img-src 'self'", "`img-src` forbids https://img.example"],
  ])("finds what %s forbids", async (policy, words) => {
    await using exchange = await openExchange();
    exchange.handlers.list_campaigns = () => ({ body: { items: [], nextCursor: null } });
    await using chat = await openChat(exchange, { policy });
    expect((await diagnosed(exchange, ofPage(chat.url))).csp).toContain(`change: ${words}`);
    const html = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    await using inPage = await openChat(exchange, { html });
    expect((await diagnosed(exchange, ofPage(inPage.url))).csp).toContain(`change: ${words}`);
  });
});

test("the program says a line for each check and exits with 1 if one has to change", async () => {
  await using exchange = await openExchange();
  const ran = (key: string) =>
    new Promise<{ code: number | undefined; lines: string[] }>((resolve) => {
      const env = { ...process.env, PLACARD_URL: exchange.baseUrl, PLACARD_KEY: key };
      const child = execFile(process.execPath, [MAIN, "doctor"], { env }, (_error, stdout) =>
        resolve({ code: child.exitCode ?? undefined, lines: stdout.trim().split("\n") }),
      );
    });
  const names = (lines: string[]) => lines.map((line) => line.split(/ +/)[1]);
  const sound = await ran("rk_live_test_key");
  const all = ["exchange", "clock", "key", "placements", "turn", "click", "origin", "csp", "view"];
  expect(names(sound.lines)).toEqual(all);
  expect(sound.code).toBe(0);
  const keyless = await ran("");
  expect(keyless.lines.find((line) => line.startsWith("change"))).toContain("PLACARD_KEY");
  expect(keyless.code).toBe(1);
});

test("the program ends quietly where nobody reads its lines any more", async () => {
  await using exchange = await openExchange();
  const env = { ...process.env, PLACARD_URL: exchange.baseUrl, PLACARD_KEY: "rk_live_test_key" };
  const pipe = '"$0" "$1" doctor | head -n 1';
  const said = await promisify(execFile)("sh", ["-c", pipe, process.execPath, MAIN], { env });
  expect(said.stdout).toMatch(/^ok {7}exchange .*\n$/);
  expect(said.stderr).toBe("");
});

describe("a content security policy", () => {
  const page = new URL("https://chat.example/app");
  const cases: readonly [policy: string, url: string, forbidden: string | undefined][] = [
    ["", "https://a.example/", undefined],
    ["script-src 'self'", "https://a.example/", undefined],
    ["img-src 'self'", "https://chat.example/x", undefined],
    ["img-src 'self'", "https://a.example/", "img-src"],
    ["default-src 'self'", "https://a.example/", "default-src"],
    ["default-src 'none'; img-src *", "https://a.example/", undefined],
    ["img-src https:", "https://a.example/", undefined],
    ["img-src https:", "http://a.example/", "img-src"],
    ["img-src http:", "https://a.example/", undefined],
    ["IMG-SRC a.example", "https://a.example/x", undefined],
    ["img-src *.example", "https://a.example/x", undefined],
    ["img-src *.a.example", "https://a.example/x", "img-src"],
    ["img-src https://a.example:8443", "https://a.example/x", "img-src"],
    ["img-src https://a.example:*", "https://a.example:8443/x", undefined],
    ["img-src a.example/pictures/", "https://a.example/pictures/1", undefined],
    ["img-src 'none'", "https://chat.example/x", "img-src"],
    ["img-src", "https://chat.example/x", "img-src"],
    ["img-src *; img-src 'none'", "https://a.example/", undefined],
    ["img-src *, img-src 'self'", "https://a.example/", "img-src"],
  ];
  test.each(cases)("%s for %s", (policy, url, forbidden) => {
    expect(forbiddenBy([policy], "img-src", new URL(url), page)).toBe(forbidden);
  });
});
