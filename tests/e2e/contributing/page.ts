import type { Change } from "./copy.ts";

const SCRIPT = `import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import "./floors.css";

type Floors = Readonly<Record<string, number>>;

/** The lowest rate of each ad unit, as the public information names it. */
function Floors() {
  const [floors, setFloors] = useState<Floors>({});
  useEffect(() => {
    fetch("/api/public/info")
      .then((answer) => answer.json())
      .then(({ floors: found }) => setFloors(found));
  }, []);
  return (
    <ul>
      {Object.entries(floors).map(([unit, credits]) => (
        <li key={unit}>
          {unit}: {credits} credits
        </li>
      ))}
    </ul>
  );
}

const place = document.querySelector("#floors");
if (place !== null) render(<Floors />, place);
`;

const TEST = `import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AD_UNITS } from "../../../server/src/contract/units.ts";
import { ensureBundles, PAGES } from "../../../server/src/wiring/bundles.ts";
import { launchBrowser } from "../../setup/browser.ts";
import { startExchange, type TestExchange } from "../../setup/exchange.ts";
import { openPage } from "../../setup/page.ts";

let exchange: TestExchange;
let browser: Browser;
beforeAll(async () => {
  await ensureBundles([PAGES], () => undefined);
  [exchange, browser] = await Promise.all([startExchange(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await exchange?.close();
});

test("the page shows the floor of every ad unit", async () => {
  const { page, troubles } = await openPage(browser, \`\${exchange.baseUrl}/floors\`);
  for (const [unit, { floorCredits }] of Object.entries(AD_UNITS)) {
    await page.getByText(\`\${unit}: \${floorCredits} credits\`).waitFor();
  }
  expect(troubles).toEqual([]);
});
`;

/** A page with the floors of all ad units. */
export const PAGE_RECIPE: Change = {
  recipe: "Add a page",
  names: { NAME: "floors" },
  files: {
    "server/pages/floors/main.tsx": SCRIPT,
    "server/pages/floors/floors.css": '@import "../shared/parts.css";\n',
    "server/pages/vite.config.ts": [
      {
        after: 'explore: at("explore/main.tsx"),\n',
        add: '            floors: at("floors/main.tsx"),\n',
      },
    ],
    "server/src/wiring/bundles.ts": [
      { replace: '"explore", "shared"', by: '"explore", "floors", "shared"' },
      { after: '"explore.css",', add: ' "floors.js", "floors.css",' },
    ],
    "server/src/http/pages.ts": [
      {
        after: "export const APPS = [\n",
        add: `  {
    path: "/floors",
    name: "floors",
    title: "Floors",
    noScript: "This page needs JavaScript. The same list is in",
  },
`,
      },
    ],
    "server/src/http/routes.ts": [
      {
        after: '  [READ, "/explore", "explore", "product explorer"],\n',
        add: '  [READ, "/floors", "page", "floors of the ad units"],\n',
      },
    ],
    "tests/e2e/floors/floors.test.ts": TEST,
    "server/docs/contract.md": [
      { replace: "`/explore`, `/console`", by: "`/explore`, `/floors`, `/console`" },
    ],
  },
};
