import { evaluateSearch } from "./search.ts";

const USAGE = "npm run eval -- search --data DIR [--url BASE] [--json]\n";

/** `npm run eval -- <name>`: quality on labelled data. */
const [name, ...words] = process.argv.slice(2);
if (name === "search") {
  process.exitCode = await evaluateSearch(words);
} else {
  process.stderr.write(USAGE);
  process.exitCode = 1;
}
