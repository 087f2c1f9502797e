import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { keepCompiled } from "./setup/compiled.ts";
import { SlowestFirst } from "./setup/slowest-first.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The development machine has 2 cores; more workers than that only wait for each other. */
const WORKERS_MAX = 2;
const POLL_MAX_MS = 15_000;

keepCompiled(root);

/** `tests/run.ts` gives each part its projects; `vitest run --config tests/vitest.config.ts PATH`
 * runs single files. */
export default defineConfig({
  root,
  test: {
    root,
    maxWorkers: WORKERS_MAX,
    restoreMocks: true,
    // A second, which is the default, is too short on a machine with other things to do.
    expect: { poll: { timeout: POLL_MAX_MS } },
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/{unit,tidy,kit,contract}/**/*.test.ts"],
          // Importing a file of ours does nothing, which a tidy test guards, so files of tests may
          // share their imports: loading the server anew for each of them took a third of the time.
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "widget",
          include: ["tests/widget/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["tests/{integration,mcp,regressions}/**/*.test.ts"],
          isolate: false,
          globalSetup: ["tests/setup/global.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "conformance",
          include: ["tests/conformance/**/*.test.ts"],
          isolate: false,
          globalSetup: ["tests/setup/global.ts"],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          isolate: false,
          globalSetup: ["tests/setup/global.ts"],
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
