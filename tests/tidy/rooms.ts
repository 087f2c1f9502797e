/** The table of modules and imports in CONTRIBUTING.md as data. */
export interface Room {
  readonly name: string;
  /** Files that belong to the room; the first room that fits counts. */
  readonly files: RegExp;
  /** Rooms it may import besides itself. */
  readonly imports: readonly string[];
  /** Rooms it may import types from. */
  readonly importsTypes?: readonly string[];
  readonly packages: readonly string[];
  /** Our own files it may import although their room is closed to it. */
  readonly alsoFiles?: RegExp;
}

const KOA_MIDDLEWARE = ["koa", "@koa/*", "koa-*", "isbot", "rate-limiter-flexible"];
const MCP = ["@modelcontextprotocol/server", "@modelcontextprotocol/node"];
const ALL_SERVER_ROOMS = [
  "contract",
  "core",
  "domain",
  "providers",
  "tools",
  "render",
  "jobs",
  "dialects",
  "http",
  "cli",
];

export const rooms: readonly Room[] = [
  { name: "contract", files: /^server\/src\/contract\//, imports: [], packages: ["zod"] },
  // The environment's schema is the one place of this room where zod belongs.
  {
    name: "core/env",
    files: /^server\/src\/core\/env\.ts$/,
    imports: ["contract", "core"],
    packages: ["zod"],
  },
  {
    name: "core",
    files: /^server\/src\/core\//,
    imports: ["contract", "core/env"],
    packages: ["pg", "redis", "pino", "prom-client", "lru-cache", "@opentelemetry/*"],
  },
  {
    name: "domain",
    files: /^server\/src\/domain\//,
    imports: ["contract", "core"],
    // Only the catalogue, whose search and import use the same names of things; and only the kit's
    // pure language parts: `rooms.test.ts` narrows both.
    packages: ["@placard/vocabulary"],
    alsoFiles: /^publisher-kit\/src\/language\/(?:query|intent)\/index\.ts$/,
  },
  {
    name: "providers",
    files: /^server\/src\/providers\//,
    imports: ["contract", "core"],
    importsTypes: ["domain"],
    packages: ["stripe", "bitcoin-address-validation", "htmlparser2", "ipaddr.js"],
  },
  {
    name: "tools",
    files: /^server\/src\/tools\//,
    imports: ["contract", "core", "domain"],
    packages: ["zod"],
  },
  // The command behind `npm run gen` also writes the list of environment variables.
  {
    name: "render/write",
    files: /^server\/src\/render\/write\.ts$/,
    imports: ["contract", "core/env", "tools", "render", "render/kit-lexicon"],
    packages: ["@placard/vocabulary"],
  },
  // What the kit knows of the vocabulary: the words by hash, in the code that the kit reads.
  {
    name: "render/kit-lexicon",
    files: /^server\/src\/render\/kit-lexicon\.ts$/,
    imports: [],
    alsoFiles:
      /^publisher-kit\/src\/language\/(?:intent\/(?:hash|model)|word-(?:flags|lists))\.ts$/,
    packages: ["@placard/vocabulary"],
  },
  {
    name: "render",
    files: /^server\/src\/render\//,
    imports: ["contract", "tools"],
    packages: ["zod", "markdown-it"],
  },
  {
    name: "jobs",
    files: /^server\/src\/jobs\//,
    imports: ["contract", "core", "domain"],
    packages: ["pg-boss"],
  },
  // Other protocols are translated to tools and back: no domain.
  {
    name: "dialects",
    files: /^server\/src\/dialects\//,
    imports: ["contract", "core", "tools", "render"],
    importsTypes: ["core/env"],
    packages: ["zod", "ajv", "ajv/*"],
  },
  {
    name: "http",
    files: /^server\/src\/http\//,
    imports: ["contract", "core", "domain", "tools", "render", "dialects"],
    importsTypes: ["core/env"],
    packages: [...KOA_MIDDLEWARE, ...MCP],
  },
  {
    name: "cli",
    files: /^server\/src\/cli\//,
    imports: ["contract", "core", "core/env", "domain", "jobs"],
    packages: [],
  },
  {
    name: "wiring",
    files: /^server\/src\/wiring\//,
    imports: [...ALL_SERVER_ROOMS, "core/env"],
    packages: ["*"],
  },
  // Programs of a few lines: what they start is in `wiring`.
  {
    name: "server entry",
    files: /^server\/src\/[\w-]+\.ts$/,
    imports: ["core", "core/env", "wiring"],
    packages: [],
  },
  // A trial's exchange with its database. The production server does not need it.
  {
    name: "local",
    files: /^local\//,
    imports: ["core", "core/env", "domain", "providers", "wiring"],
    packages: ["pg", "zod"],
  },
  {
    name: "pages",
    files: /^server\/pages\//,
    imports: [],
    importsTypes: ["contract"],
    // A pure module: what a key looks like.
    alsoFiles: /^server\/src\/contract\/keys\.ts$/,
    packages: ["preact", "preact-render-to-string", "uplot", "vite", "@preact/*"],
  },
  // A module of its own that differs by runtime.
  { name: "publisher-kit", files: /^publisher-kit\//, imports: [], packages: ["#images"] },
  { name: "vocabulary", files: /^vocabulary\//, imports: [], packages: [] },
  {
    name: "widget",
    files: /^widget\//,
    imports: [],
    importsTypes: ["publisher-kit"],
    alsoFiles: /^publisher-kit\/src\/cards\/rules\.ts$/,
    packages: ["preact", "react", "vite", "vue"],
  },
  {
    name: "demo-chat start",
    files: /^demo-chat\/console\/start\.ts$/,
    imports: ["demo-chat", "demo-chat publisher", "publisher-kit", "widget", "wiring", "local"],
    packages: ["koa", "preact", "vite"],
  },
  // People copy it, so it knows nothing of the rest of the demo.
  {
    name: "demo-chat publisher",
    files: /^demo-chat\/src\//,
    imports: ["publisher-kit"],
    packages: ["koa", "preact", "ai", "@ai-sdk/openai-compatible"],
  },
  {
    name: "demo-chat",
    files: /^demo-chat\//,
    imports: ["demo-chat publisher", "publisher-kit", "widget"],
    packages: [
      "koa",
      "preact",
      "preact-render-to-string",
      "vite",
      "@preact/*",
      "@placard/vocabulary",
    ],
  },
  { name: "scripts", files: /^scripts\//, imports: [], packages: [] },
  // Tests look at everything from outside.
  { name: "tests", files: /^tests\//, imports: ["*"], packages: ["*"] },
];

/** Rooms whose code runs in a browser, where Node's own modules do not exist. */
export const browserRooms: readonly string[] = ["pages", "widget"];

export function roomOf(path: string): Room | null {
  return rooms.find((room) => room.files.test(path)) ?? null;
}
