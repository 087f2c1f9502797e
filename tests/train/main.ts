import { trainIntent } from "./intent/train.ts";

const USAGE = "npm run train -- intent --data DIR [--into FILE]\n";

/** `npm run train -- <name>`: learns what the packages ship again from labelled data. */
const [name, ...words] = process.argv.slice(2);
if (name === "intent") {
  process.exitCode = await trainIntent(words);
} else {
  process.stderr.write(USAGE);
  process.exitCode = 1;
}
