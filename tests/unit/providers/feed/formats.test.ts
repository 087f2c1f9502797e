import { describe, expect, test } from "vitest";
import { productsOf, read, reasonsOf } from "./reading.ts";

describe("Google's XML", () => {
  const item = (fields: string) => `<item>${fields}</item>`;
  const good = (id: string, more = "") =>
    item(
      `<g:id>${id}</g:id><title>Kettle</title><link>https://s.test/${id}</link>
       <g:price>15.00 USD</g:price>${more}`,
    );
  const rss = (...items: string[]) =>
    `<?xml version="1.0"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
     <channel><title>A shop</title><link>https://s.test</link>${items.join("\n")}</channel></rss>`;

  test("RSS: each attribute finds its field; others are left unread", async () => {
    const feed = rss(
      item(`<g:id>TV_1</g:id>
        <title><![CDATA[Télé 40" & <b>more</b>]]></title>
        <description>&lt;p&gt;Sharp&lt;/p&gt; &amp;amp; thin</description>
        <link>https://s.test/tv?a=1&amp;b=2</link>
        <g:image_link>https://i.test/tv.jpg</g:image_link>
        <g:availability>out of stock</g:availability>
        <g:shipping><g:country>US</g:country><g:price>1.00 USD</g:price></g:shipping>
        <g:price>1299.50 USD</g:price><g:sale_price>999 USD</g:sale_price>
        <g:google_product_category>404</g:google_product_category>
        <g:product_type>Electronics &gt; TV &gt; 40"</g:product_type>
        <g:product_type>Second &amp; other</g:product_type>
        <g:brand>Acme</g:brand><g:gtin>00012345678905</g:gtin><g:color>Black</g:color>
        <g:custom_label_0>ours</g:custom_label_0>`),
    );
    const reading = await read(feed);
    expect(reading.format).toBe("google-xml");
    expect(productsOf(reading)).toEqual([
      {
        id: "TV_1",
        title: 'Télé 40" & <b>more</b>',
        description: "Sharp & thin",
        link: "https://s.test/tv?a=1&b=2",
        imageUrl: "https://i.test/tv.jpg",
        availability: "out_of_stock",
        priceMicros: 999_000_000,
        compareAtMicros: 1_299_500_000,
        currency: "USD",
        category: ["Electronics", "TV", '40"'],
        brand: "Acme",
        gtin: "00012345678905",
        color: "Black",
        seller: null,
        ratingValue: null,
        ratingCount: null,
      },
    ]);
  });

  test("Atom, under another prefix, with the link in an attribute", async () => {
    const reading = await read(`<feed xmlns="http://www.w3.org/2005/Atom"
      xmlns:x='http://base.google.com/ns/1.0'><title>Shop</title>
      <link rel="self" href="https://s.test"/><entry><id>tag:s.test,2026:1</id><x:id>DB_1</x:id>
      <title>Bowl</title><link rel="edit" href="https://s.test/edit"/>
      <link href="https://s.test/db&amp;1"/><summary>Solid</summary>
      <x:price>9.99 GBP</x:price><x:availability>backorder</x:availability></entry></feed>`);
    expect(productsOf(reading)).toMatchObject([
      {
        id: "DB_1",
        title: "Bowl",
        link: "https://s.test/db&1",
        description: "Solid",
        currency: "GBP",
        priceMicros: 9_990_000,
        availability: "preorder",
      },
    ]);
  });

  test("a sale price counts while its dates hold", async () => {
    const sale = (dates: string) =>
      `<g:sale_price>10 USD</g:sale_price>
       <g:sale_price_effective_date>${dates}</g:sale_price_effective_date>`;
    const reading = await read(
      rss(
        good("now", sale("2026-11-22T04:00-0800/2026-11-22T13:00Z")),
        good("later", sale("2026-11-22T12:01Z/2026-11-30T00:00Z")),
        good("over", sale("2026-11-01T00:00+01:00/2026-11-22T13:00+0100")),
        good("days", sale("2026-11-20 / 2026-11-22")),
        good("odd", sale("soon")),
      ),
    );
    expect(productsOf(reading).map(({ id, priceMicros }) => [id, priceMicros / 1e6])).toEqual([
      ["now", 10],
      ["later", 15],
      ["over", 15],
      ["days", 10],
      ["odd", 15],
    ]);
  });

  test.each([
    ["<g:price>15</g:price>", "price must name its currency, as in 15.00 USD"],
    ["<g:price>1,299.00 USD</g:price>", "price must be a price, as in 15.00 USD"],
    ["<g:price>-5 USD</g:price>", "price must be above 0"],
    ["<g:price>NaN USD</g:price>", "price must be a price, as in 15.00 USD"],
    [`<g:price>${"9".repeat(400)} USD</g:price>`, "price must be a number"],
    ["<g:price>5 XQQ</g:price>", "currency must be an ISO 4217 code"],
    ["", "price is missing"],
    [
      "<g:price>5 USD</g:price><g:sale_price>4 EUR</g:sale_price>",
      "sale_price must be in the currency of the price",
    ],
    [
      "<g:price>5 USD</g:price><g:image_link>data:text/html,x</g:image_link>",
      "image_link must be an http or https address",
    ],
    [
      "<g:price>5 USD</g:price><g:availability>soon</g:availability>",
      "availability must be in_stock, out_of_stock or preorder",
    ],
  ])("%.60s is refused with item and attribute", async (fields, reason) => {
    const broken = `<item><g:id>x</g:id><title>T</title><link>https://s.test</link>${fields}</item>`;
    const reading = await read(rss(good("a"), broken, good("b")));
    expect(reasonsOf(reading)).toEqual([[2, "x", reason]]);
    expect(productsOf(reading)).toHaveLength(2);
  });
});

describe("Google's text", () => {
  test("columns are found by any spelling of their names; quoting as specified", async () => {
    const reading = await read(
      [
        "ID [id]\tTitle\timage link\tPrice\tLINK\tgoogle_product_category\tavailability\tunused",
        '1\t"12"" Pan\twith\nlid"\thttps://i.test/1.jpg\t15.00 USD\thttps://s.test/1\tHome > Pans\tin stock\tx',
        "2\tShort row\t\t1500 JPY\thttps://s.test/2",
        "3\tToo long\t\t5 USD\thttps://s.test/3\t\t\t\tmore",
        "4\tNo link\t\t5 USD\t",
      ].join("\r\n"),
    );
    expect(reading.format).toBe("google-tsv");
    expect(productsOf(reading)).toMatchObject([
      { id: "1", title: '12" Pan with lid', category: ["Home", "Pans"], currency: "USD" },
      { id: "2", priceMicros: 1_500_000_000, currency: "JPY", imageUrl: null },
    ]);
    expect(reasonsOf(reading)).toEqual([
      [5, null, "the row has 9 fields, the header 8"],
      [6, "4", "link is missing"],
    ]);
  });
});

describe("a Shopify export", () => {
  const old = [
    "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name," +
      "Option2 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty," +
      "Variant Inventory Policy,Variant Price,Variant Compare At Price,Variant Barcode,Image Src," +
      "Variant Image,Status",
    'tee,"Tee, soft","<p>Soft &amp; light</p><script>x()</script>",Acme,Shirts,"a, b",true,Color,' +
      "Red,Size,S,T-1,shopify,3,deny,19.99,25,'0012345678905,https://i.test/a.jpg,,active",
    "tee,,,,,,,,Blue,,M,T-2,shopify,0,deny,21,,,https://i.test/b.jpg,https://i.test/blue.jpg,",
    "tee,,,,,,,,,,,,,,,,,,https://i.test/c.jpg,,",
    "mug,Mug,,,Cups,,true,Title,Default Title,,,,shopify,0,continue,8,,,,,active",
    "old,Old,,,,,true,Title,Default Title,,,,,,,8,,,,,archived",
    "hidden,Hidden,,,,,FALSE,Title,Default Title,,,,,,,8,,,,,active",
    "free,Free,,,,,,Title,Default Title,,,,,,,0,,,,,active",
    ",Nameless,,,,,,Title,Default Title,,,,,,,5,,,,,active",
    "日本 茶,Tea,,,,,,Title,Default Title,,,,,,,5,,,,,",
    "odd,Odd,,,,,,Title,Default Title,,,,,,,ask,,,,,",
  ].join("\n");

  test("each variant is a product that has what its first row says", async () => {
    const reading = await read(old);
    expect(reading.format).toBe("shopify-csv");
    expect(productsOf(reading)).toMatchObject([
      {
        id: "tee:red:s",
        title: "Tee, soft - Red / S",
        description: "Soft & light",
        link: "https://shop.test/products/tee",
        priceMicros: 19_990_000,
        compareAtMicros: 25_000_000,
        currency: "USD",
        availability: "in_stock",
        brand: "Acme",
        category: ["Shirts"],
        color: "Red",
        gtin: "0012345678905",
        imageUrl: "https://i.test/a.jpg",
      },
      {
        id: "tee:blue:m",
        title: "Tee, soft - Blue / M",
        availability: "out_of_stock",
        compareAtMicros: null,
        imageUrl: "https://i.test/blue.jpg",
      },
      { id: "mug", title: "Mug", availability: "in_stock", color: null },
      { title: "Tea", link: "https://shop.test/products/%E6%97%A5%E6%9C%AC%20%E8%8C%B6" },
    ]);
    expect(reasonsOf(reading)).toEqual([
      [6, "old", "Status is archived: not for sale"],
      [7, "hidden", "Published is false: not for sale"],
      [8, "free", "Price must be above 0"],
      [9, null, "Handle is missing"],
      [11, "odd", "Price must be a number"],
    ]);
  });

  test("the newer names of the columns mean the same", async () => {
    const reading = await read(
      [
        "Title,URL handle,Description,Product category,Published on online store,Status," +
          "Option1 name,Option1 value,Price,Compare-at price,Inventory tracker," +
          "Inventory quantity,Continue selling when out of stock,Product image URL",
        "Tee,tee,Soft,Apparel > Shirts,TRUE,Active,Size,L,19,,shopify,0,DENY,https://i.test/a.jpg",
        ",tee,,,,,,XL,19,,shopify,0,CONTINUE,",
      ].join("\n"),
    );
    expect(productsOf(reading)).toMatchObject([
      { id: "tee:l", availability: "out_of_stock", category: ["Apparel", "Shirts"] },
      { id: "tee:xl", availability: "in_stock", imageUrl: "https://i.test/a.jpg" },
    ]);
  });

  test("long ids stay apart", async () => {
    const long = "x".repeat(140);
    const head = "Handle,Title,Option1 Value,Variant Price";
    const reading = await read(`${head}\n${long},T,a,1\n${long},T,b,1`);
    const ids = productsOf(reading).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id.length === 128)).toBe(true);
  });
});

describe("the Agentic Commerce feed", () => {
  const flat = {
    item_id: "SKU1",
    title: "Kettle",
    description: "<p>Boils</p>",
    url: "https://s.test/1",
    image_url: "https://i.test/1.jpg",
    brand: "Acme",
    price: "79.99 USD",
    sale_price: "59.99 USD",
    sale_price_effective_date: "2026-11-20 / 2026-11-25",
    availability: "pre_order",
    product_category: "Home > Kitchen",
    seller_name: "Shop",
    star_rating: "4.5",
    review_count: 12,
    is_eligible_search: true,
  };
  const expected = {
    id: "SKU1",
    description: "Boils",
    priceMicros: 59_990_000,
    compareAtMicros: 79_990_000,
    availability: "preorder",
    category: ["Home", "Kitchen"],
    seller: "Shop",
    ratingValue: 4.5,
    ratingCount: 12,
  };

  test("flat rows as JSON lines, a JSON list and delimited text are the same product", async () => {
    const names = Object.keys(flat);
    const cells = Object.values(flat).map((value) => `"${value}"`);
    const forms = [
      JSON.stringify(flat),
      JSON.stringify([flat], null, 2),
      JSON.stringify({ products: [flat] }),
      JSON.stringify({ feed: { id: 1 }, products: [flat] }, null, 2),
      `${names.join(",")}\n${cells.join(",")}`,
      `${names.join("\t")}\n${cells.join("\t")}`,
    ];
    for (const form of forms) {
      const reading = await read(form);
      expect(reading.format).toBe("acp");
      expect(reasonsOf(reading)).toEqual([]);
      expect(productsOf(reading)).toMatchObject([expected]);
    }
  });

  test("earlier names of the fields mean the same", async () => {
    const { item_id: id, url: link, image_url: image_link, ...others } = flat;
    const reading = await read(JSON.stringify({ ...others, id, link, image_link }));
    expect(productsOf(reading)).toMatchObject([{ id: "SKU1", link: "https://s.test/1" }]);
  });

  test("a row that may not be searched is refused", async () => {
    const reading = await read(JSON.stringify({ ...flat, is_eligible_search: false }));
    expect(reasonsOf(reading)).toEqual([[1, "SKU1", "is_eligible_search is false"]]);
  });

  const variant = {
    id: "v1",
    title: "Tee - Red",
    url: "https://s.test/v1",
    price: { amount: 1999, currency: "USD" },
    list_price: { amount: 2499, currency: "USD" },
    availability: { available: true, status: "limited_stock" },
    barcodes: [{ type: "GTIN", value: "00012345600012" }],
    categories: [{ value: "Apparel > Shirts", taxonomy: "merchant" }],
    variant_options: [
      { name: "Size", value: "S" },
      { name: "Color", value: "Red" },
    ],
    seller: { name: "Shop" },
  };

  test("each variant of a product is a product; prices are in minor units", async () => {
    const product = {
      id: "p",
      title: "Tee",
      url: "https://s.test/p",
      description: { html: "<b>Soft</b>" },
      media: [
        { type: "video", url: "https://i.test/v.mp4" },
        { type: "image", url: "https://i.test/p.jpg" },
      ],
      variants: [
        variant,
        {
          id: "v2",
          title: "T2",
          price: { amount: 500, currency: "JPY" },
          availability: { available: false },
        },
        { id: "v3", title: "T3", price: { amount: 1.5, currency: "USD" } },
        { id: "v4", title: "T4" },
        "no object",
      ],
    };
    const header = { feed_id: "f", account_id: "a", target_merchant: "m", target_country: "US" };
    const reading = await read(
      `${JSON.stringify(header)}\n${JSON.stringify(product)}\n{"id":"e","variants":[]}`,
    );
    expect(reading.format).toBe("acp");
    expect(productsOf(reading)).toMatchObject([
      {
        id: "v1",
        title: "Tee - Red",
        description: "Soft",
        link: "https://s.test/v1",
        imageUrl: "https://i.test/p.jpg",
        priceMicros: 19_990_000,
        compareAtMicros: 24_990_000,
        availability: "in_stock",
        category: ["Apparel", "Shirts"],
        gtin: "00012345600012",
        color: "Red",
        seller: "Shop",
      },
      {
        id: "v2",
        link: "https://s.test/p",
        priceMicros: 500_000_000,
        availability: "out_of_stock",
      },
    ]);
    expect(reasonsOf(reading)).toEqual([
      [3, "v3", "price must be an amount in minor units and a currency"],
      [4, "v4", "price is missing"],
      [5, "p", "variant is no JSON object"],
      [6, "e", "variants is empty"],
    ]);
  });
});

describe("what a file is", () => {
  test.each([
    [Buffer.from("\ufeff{}\n", "utf16le"), /UTF-16/],
    [Buffer.from('{"id":1}\n', "utf16le"), /UTF-16/],
    [Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
    [Buffer.from("PK\u0003\u0004"), /zip archive/],
    [Buffer.from("  \n"), /empty/],
    [Buffer.from("name,size\n1,2\n"), /none of the formats/],
    [Buffer.from('id,title,price\n1,"a', "latin1"), null],
    [Buffer.from("id\ttitl\u00e9\tlink\ttitle\n", "latin1"), /names the columns.*UTF-8/],
  ])("%j", async (bytes, reason) => {
    if (reason === null) expect((await read(bytes)).format).toBe("google-tsv");
    else await expect(read(bytes)).rejects.toThrow(reason);
  });

  test("a byte order mark is no part of it", async () => {
    const row = { id: "a", title: "T", price: 1, currency: "USD", link: "https://s.test" };
    const reading = await read(`\ufeff${JSON.stringify(row)}`);
    expect(reading.format).toBe("jsonl");
    expect(productsOf(reading)).toHaveLength(1);
  });

  test("a row in another encoding is refused, and the next one is read", async () => {
    const row = (title: string) =>
      JSON.stringify({ id: "a", title, price: 1, currency: "USD", link: "https://s.test" });
    const latin = Buffer.from(`${row("Caf\u00e9")}\n`, "latin1");
    const reading = await read(Buffer.concat([latin, Buffer.from(row("Café"))]));
    expect(reasonsOf(reading)).toEqual([[1, null, "the text is not UTF-8"]]);
    expect(productsOf(reading)).toMatchObject([{ title: "Café" }]);
  });
});
