import { parseArgs } from "node:util";
import { trainAnswer } from "./answer.ts";
import { trainFollow } from "./follow/train.ts";
import { trainIntent } from "./intent/train.ts";
import { trainSensitive } from "./sensitive/train.ts";
import { type Learnt, moduleOf, writeModule } from "./write.ts";

const USAGE =
  "npm run train -- intent|sensitive|follow --data DIR [--into FILE]\n" +
  "npm run train -- answer --data DIR\n";

const TRAINERS: Readonly<Record<string, (data: string) => Learnt>> = {
  intent: trainIntent,
  sensitive: trainSensitive,
  follow: trainFollow,
};

/**
 * `npm run train -- NAME --data DIR`: learns a model that the kit ships again; for `answer`,
 * which has nine numbers, it prints them.
 */
const [name = "", ...words] = process.argv.slice(2);
const train = TRAINERS[name];
const { data, into } = parseArgs({
  args: words,
  options: { data: { type: "string" }, into: { type: "string" } },
}).values;
if (name === "answer" && data !== undefined) {
  process.stdout.write(await trainAnswer(data));
} else if (train === undefined || data === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  await writeModule(train(data), into ?? moduleOf(name));
}
