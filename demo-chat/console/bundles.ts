/** What `npm start` builds for browsers beside the exchange's own pages. */
export const BUNDLES = [
  {
    config: "widget/vite.config.ts",
    sources: ["widget/src", "widget/vite.config.ts"],
    outputs: ["widget/dist/placard.js", "widget/dist/placard.css"],
  },
  {
    config: "demo-chat/vite.config.ts",
    sources: [
      "demo-chat/src/page",
      "demo-chat/console/page",
      "demo-chat/console/faults",
      "demo-chat/vite.config.ts",
      "widget/src/messages",
    ],
    outputs: ["demo.js", "demo.css", "server/page.js"].map((file) => `demo-chat/dist/${file}`),
  },
] as const;
