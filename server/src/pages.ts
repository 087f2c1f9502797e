import { APP_PAGE, ensureBundles, PAGES } from "./wiring/bundles.ts";
import { runProgram } from "./wiring/program.ts";

/** `npm run pages`: builds the pages, for a `serve` that may not write beside its code. */
await runProgram(async () => {
  await ensureBundles([PAGES, APP_PAGE], (config) => process.stdout.write(`${config}\n`));
  return 0;
});
