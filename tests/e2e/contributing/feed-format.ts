import type { Change } from "./copy.ts";

const FORMAT = `import type { FieldNames, ReadRow } from "../../domain/catalog/index.ts";
import { type Attributes, delimiterOf, type Format, hasColumn } from "./format.ts";
import { createRecordReader } from "./records.ts";

const NAMES: FieldNames = {
  id: "aw_product_id",
  title: "product_name",
  link: "merchant_deep_link",
  price: "search_price",
  imageUrl: "merchant_image_url",
};

/** The delimited product feed of the affiliate network Awin. */
export const awinCsv: Format = {
  matches: (head) => hasColumn(head, NAMES.id ?? ""),
  open: (head) =>
    createRecordReader({
      delimiter: delimiterOf(head),
      nameOf: (header) => header.trim(),
      read: readRow,
    }),
};

function readRow(get: Attributes): ReadRow {
  const id = get("aw_product_id")?.trim();
  const fields = () => ({
    id,
    title: get("product_name"),
    description: get("description"),
    link: get("merchant_deep_link"),
    imageUrl: get("merchant_image_url"),
    price: get("search_price"),
    currency: get("currency"),
    availability: get("in_stock") === "0" ? "out_of_stock" : "in_stock",
    category: get("merchant_category"),
    brand: get("brand_name"),
    seller: get("merchant_name"),
  });
  return { id, names: NAMES, fields };
}
`;

const READING = `describe("Awin's text", () => {
  const head = "aw_product_id,product_name,merchant_deep_link,search_price,currency,in_stock";

  test("is recognised by its id, and a row without a link is rejected", async () => {
    const reading = await read(
      \`\${head}\\n7,"Pan, iron",https://s.test/7,19.90,EUR,0\\n8,Pot,,5.00,EUR,1\\n\`,
    );
    expect(reading.format).toBe("awin-csv");
    expect(productsOf(reading)).toMatchObject([
      {
        id: "7",
        title: "Pan, iron",
        currency: "EUR",
        priceMicros: 19_900_000,
        availability: "out_of_stock",
      },
    ]);
    expect(reasonsOf(reading)).toHaveLength(1);
  });
});

`;

const COMMAND = `  [
    "awin-csv",
    "line",
    {
      name: "feed-awin.csv",
      text: \`aw_product_id,product_name,merchant_deep_link,search_price,currency
CMD-aw,Lamp,https://s.test/aw,15.00,USD
bad,X,,1,USD
\`,
    },
  ],
`;

const WRITER = `  "awin-csv": (rows) =>
    [
      ["aw_product_id", "product_name", "merchant_deep_link", "search_price", "currency"],
      ...rows.map(({ id, title, link, price, currency }) => [
        ...[id, title, link, String(price), currency],
      ]),
    ]
      .map(tabbed)
      .join("\\n"),
`;

/** The text format of an affiliate network. */
export const FEED_FORMAT_RECIPE: Change = {
  recipe: "Add a feed format",
  names: { NAME: "awin" },
  files: {
    "server/src/providers/feed/awin.ts": FORMAT,
    "server/src/providers/feed/reader.ts": [
      {
        after: 'import { acp } from "./acp.ts";\n',
        add: 'import { awinCsv } from "./awin.ts";\n',
      },
      { after: '  ["google-xml", googleXml],\n', add: '  ["awin-csv", awinCsv],\n' },
    ],
    "server/src/domain/catalog/feed/port.ts": [
      { replace: '"shopify-csv", "acp"]', by: '"shopify-csv", "acp", "awin-csv"]' },
    ],
    "server/docs/operations.md": [
      {
        after: "operator feed import merchant.xml --format google-xml\n",
        add: "operator feed import awin.csv --format awin-csv\n",
      },
    ],
    "tests/unit/providers/feed/formats.test.ts": [
      { replace: 'describe("Google\'s XML"', by: `${READING}describe("Google's XML"` },
    ],
    "tests/integration/domain/catalog/feed-command.test.ts": [
      { replace: '  [\n    "google-xml",', by: `${COMMAND}  [\n    "google-xml",` },
    ],
    "tests/prove/import/rows.ts": [
      {
        after: '  jsonl: (rows) => rows.map((row) => JSON.stringify(row)).join("\\n"),\n',
        add: WRITER,
      },
    ],
  },
};
