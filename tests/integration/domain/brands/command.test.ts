import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readDemoBrands } from "../../../../demo-chat/goods/market/brands.ts";
import { exampleId } from "../../../../server/src/contract/fields.ts";
import { importFirstBrands } from "../../../../server/src/domain/brands/index.ts";
import { type Market, startMarket } from "../../tools/market.ts";
import { importedSchema, openBrandSession, rowOf } from "./operator.ts";

let market: Market;
let session: Awaited<ReturnType<typeof openBrandSession>>;
beforeAll(async () => {
  market = await startMarket();
  session = await openBrandSession(market);
});
afterAll(async () => {
  await session.close();
  await market.close();
});
afterEach(async () => {
  await market.sql("delete from brand");
});

const errorOf = (...words: string[]) =>
  session.run(...words).then(
    ({ text }) => `no error: ${text}`,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
const publicText = async () => (await fetch(`${market.baseUrl}/api/public/brands`)).text();

describe("operator brands import", () => {
  test("adds brands, and changes them by domain or by id, leaving the rest as it was", async () => {
    const other = rowOf({ name: "Tundrik", domain: "tundrik.example", maxRateCredits: 0.000001 });
    expect(await session.load(rowOf(), other)).toMatchObject({
      added: 2,
      changed: 0,
      rowsRejected: 0,
    });
    const before = await session.list();
    market.clock.advance(1_000);
    expect(await session.load(rowOf({ maxRateCredits: 25.5 }), other)).toMatchObject({
      added: 0,
      changed: 1,
      unchanged: 1,
    });
    const { brandId } = await session.brandOf("pellworth.example");
    await session.load(rowOf({ brandId, domain: "pellworth.example.com", isActive: false }));
    const after = await session.list();
    expect(after).toHaveLength(2);
    expect(after[0]).toMatchObject({ brandId, domain: "pellworth.example.com", isActive: false });
    expect(after[0]?.updatedAt).not.toBe(before[0]?.updatedAt);
    expect(after[1]).toEqual(before[1]);
  });

  test("keeps the id a file brings from another exchange", async () => {
    const brandId = exampleId("brd");
    expect(await session.load(rowOf({ brandId }))).toMatchObject({ added: 1 });
    expect(await session.load(rowOf({ brandId, name: "Pell" }))).toMatchObject({ changed: 1 });
    expect((await session.brandOf("pellworth.example")).brandId).toBe(brandId);
    const twin = rowOf({ brandId: brandId.replace("fg", "f0") });
    expect((await session.load(twin)).rejections).toEqual([
      { line: 1, reason: `domain belongs to ${brandId}` },
    ]);
  });

  test("lists hostile rows with reasons, stores none of them and repeats no secret", async () => {
    const secret = "tok9f8e7d6c5b4a";
    const rows: [row: unknown, reason: RegExp][] = [
      [rowOf({ affiliateToken: secret }), /^affiliateToken is not a field/],
      [rowOf({ apiKey: secret }), /^apiKey is not a field/],
      [rowOf({ [`key=${secret}`]: 1 }), /is not a field/],
      [JSON.parse(`{"__proto__": {"isActive": false}, "name": "x"}`), /__proto__ is not a field/],
      [rowOf({ deepLink: `https://a.example/?token=${secret}` }), /deepLink holds .* secret/],
      [rowOf({ deepLink: `https://u:${secret}@a.example/` }), /deepLink holds .* secret/],
      [rowOf({ name: `rk_live_${"a".repeat(36)}` }), /name holds .* secret/],
      [rowOf({ deepLink: "http://a.example/" }), /begin with https/],
      [rowOf({ deepLink: "javascript:alert(1)//https://" }), /begin with https/],
      [rowOf({ deepLink: "https://127.0.0.1/" }), /public host/],
      [rowOf({ deepLink: "https://[::1]/" }), /public host/],
      [rowOf({ deepLink: "https://shop.internal/" }), /public host/],
      [rowOf({ name: "Pell\u202eworth" }), /invisible/],
      [rowOf({ name: "<script>alert(1)</script>" }), /markup/],
      [rowOf({ name: "x".repeat(121) }), /longer than 120/],
      [rowOf({ name: "" }), /name is missing/],
      [rowOf({ domain: "https://pellworth.example/a" }), /not a host name/],
      [rowOf({ domain: "localhost" }), /not a host name/],
      [rowOf({ maxRateCredits: -1 }), /maxRateCredits must be/],
      [rowOf({ maxRateCredits: 0.0000001 }), /maxRateCredits must be/],
      [rowOf({ maxRateCredits: "1e3" }), /maxRateCredits must be/],
      [rowOf({ maxRateCredits: [40] }), /maxRateCredits must be/],
      [rowOf({ adUnitTypes: ["cpc", "cpx"] }), /no ad unit type/],
      [rowOf({ categories: Array.from({ length: 21 }, (_, n) => `c${n}`) }), /more than 20/],
      [rowOf({ isActive: "no" }), /true or false/],
      [rowOf({ brandId: "brd_1" }), /not an id of a brand/],
      [null, /not a JSON object/],
      [[rowOf()], /not a JSON object/],
    ];
    const good = rowOf({ domain: "good.example" });
    const again = rowOf({ domain: "WWW.Good.example." });
    const content = [...rows.map(([row]) => row), good, again].map((row) => JSON.stringify(row));
    const path = await session.fileOf(`\uFEFF${content.join("\r\n")}\n{"name": \n`, "jsonl");
    const { code, text } = await session.run("import", path, "--json");
    expect(code).toBe(0);
    const result = importedSchema.parse(JSON.parse(text));
    expect(result).toMatchObject({ rowsRead: rows.length + 3, added: 1 });
    expect(result.rowsRejected).toBe(rows.length + 2);
    for (const [index, [, reason]] of rows.entries()) {
      expect(result.rejections[index]).toEqual({
        line: index + 1,
        reason: expect.stringMatching(reason),
      });
    }
    expect(result.rejections.slice(-2).map(({ reason }) => reason)).toEqual([
      `is the brand of line ${rows.length + 1} again`,
      "not a JSON object",
    ]);
    expect((await session.list()).map(({ domain }) => domain)).toEqual(["good.example"]);
    const kept = await market.sql(
      "select (b.*)::text || (a.*)::text as text from brand b, audit a",
    );
    expect(text + (await publicText()) + JSON.stringify(kept)).not.toContain(secret);
  });

  test("reads CSV with quotes, lists and line breaks, packed or not", async () => {
    const csv = [
      "name,domain,categories,maxRateCredits,adUnitTypes,deepLink,disclosure,isActive",
      '"Pell, ""worth"" & Sons",pellworth.example,kitchen|home,40.5,cpc|cpm,,"Paid\u00a0partner",',
      "Tundrik,tundrik.example,,7,,https://tundrik.example/a?b=c,,false",
      "",
      '"Broken\nline",broken.example,,7,,,,',
      "Short,short.example",
      "Long,long.example,,7,,,,true,extra",
    ].join("\r\n");
    const path = await session.fileOf(gzipSync(csv), "csv.gz");
    const { code, text } = await session.run("import", path);
    expect(code).toBe(0);
    expect(text).toMatch(/^5 rows read: 2 added, 0 changed, 0 unchanged, 3 rejected\n/);
    expect(text).toMatch(/^5 +name has control or invisible characters$/m);
    expect(text).toMatch(/^7 +maxRateCredits is missing$/m);
    expect(text).toMatch(/^8 +has more cells than there are columns$/m);
    expect(await session.brandOf("pellworth.example")).toMatchObject({
      name: 'Pell, "worth" & Sons',
      categories: ["kitchen", "home"],
      maxRateCredits: 40.5,
      adUnitTypes: ["cpm", "cpc"],
      isActive: true,
    });
    expect(await session.brandOf("tundrik.example")).toMatchObject({
      deepLink: "https://tundrik.example/a?b=c",
      disclosure: "Sponsored by Tundrik",
      isActive: false,
    });
  });

  test("refuses a file as a whole when a column or its form is wrong", async () => {
    const csv = "name,domain,maxRateCredits,affiliateToken\nPell,pell.example,4,tok123";
    expect(await errorOf("import", await session.fileOf(csv, "csv"))).toMatch(/affiliateToken/);
    expect(await errorOf("import", await session.fileOf("", "csv"))).toBe("The file is empty.");
    const open = await session.fileOf('name,domain\n"Pell,pell.example', "csv");
    expect(await errorOf("import", open)).toMatch(/^Line 2 has a quote/);
    const latin = await session.fileOf(Buffer.from([0x7b, 0xe4]), "jsonl");
    expect(await errorOf("import", latin)).toBe("The file is not UTF-8 text.");
    expect(await errorOf("import", "/nowhere/brands.jsonl")).toMatch(/no file/);
    expect(await errorOf("import", open, "--format", "xml")).toMatch(/--format must be one of/);
    expect(await errorOf("import")).toBe("FILE is required.");
    expect(await errorOf("remove")).toMatch(/Unknown action "remove"/);
    expect(await session.list()).toEqual([]);
  });

  test("fails when not one row could be taken", async () => {
    const bad = await session.fileOf(JSON.stringify(rowOf({ name: 7 })), "jsonl");
    expect((await session.run("import", bad)).code).toBe(1);
  });

  test("leaves one row of audit with who, which file and how many", async () => {
    const path = await session.fileOf(JSON.stringify(rowOf()), "jsonl");
    await session.run("import", path);
    const rows = await market.sql("select actor, action, subject, detail from audit order by id");
    expect(rows.at(-1)).toEqual({
      actor: "ada",
      action: "brands.import",
      subject: path.split("/").at(-1),
      detail: {
        rowsRead: 1,
        added: 1,
        changed: 0,
        unchanged: 0,
        rowsRejected: 0,
        pausedCampaignIds: [],
      },
    });
  });

  test("twice at once adds each brand once", async () => {
    const both = await Promise.all([session.load(rowOf()), session.load(rowOf({ name: "Pell" }))]);
    expect(both.map(({ added }) => added).sort()).toEqual([0, 1]);
    expect(await session.list()).toHaveLength(1);
  });
});

describe("operator brands list", () => {
  test("shows all brands by name, retired ones too", async () => {
    expect((await session.run("list")).text).toBe("No brands. Import some: brands import FILE\n");
    const retired = rowOf({ name: "arvenna", domain: "arvenna.example", isActive: false });
    await session.load(rowOf({ maxRateCredits: 1234.5 }), retired);
    const lines = (await session.run("list")).text.trimEnd().split("\n");
    expect(lines[1]).toMatch(/^brd_\w+ +arvenna +arvenna.example +40 .* retired /);
    expect(lines[2]).toMatch(/^brd_\w+ +Pellworth +pellworth.example +1,234.5 .* active /);
    expect(await publicText()).not.toContain("arvenna");
  });
});

describe("the demo's brands", () => {
  test("fill an empty catalogue once, and later changes are left alone", async () => {
    const { db, ids } = market.exchange.services;
    const text = await readDemoBrands();
    const fill = () => db.tx((tx) => importFirstBrands(tx, text, { ids, now: market.clock.now() }));
    await fill();
    const brands = await session.list();
    expect(brands.length).toBeGreaterThanOrEqual(8);
    for (const { domain, isActive } of brands) {
      expect([domain, isActive]).toEqual([expect.stringMatching(/\.example(\.com)?$/), true]);
    }
    await session.load(rowOf({ maxRateCredits: 1 }));
    await fill();
    expect((await session.brandOf("pellworth.example")).maxRateCredits).toBe(1);
  });
});

test("a write past the command line cannot put a key into the catalogue", async () => {
  await session.load(rowOf());
  const key = `rk_live_${"a".repeat(36)}`;
  for (const column of ["name", "deep_link", "disclosure"]) {
    const value = column === "deep_link" ? `https://a.example/${key}` : key;
    await expect(market.sql(`update brand set ${column} = $1`, [value])).rejects.toThrow(
      /brand_secret_check/,
    );
  }
});
