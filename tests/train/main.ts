import { parseArgs } from "node:util";
import { trainIntent } from "./intent/train.ts";
import { trainSensitive } from "./sensitive/train.ts";
import { type Learnt, moduleOf, writeModule } from "./write.ts";

const USAGE = "npm run train -- intent|sensitive --data DIR [--into FILE]\n";

const TRAINERS: Readonly<Record<string, (data: string) => Learnt>> = {
  intent: trainIntent,
  sensitive: trainSensitive,
};

/** `npm run train -- NAME --data DIR`: learns a model that the kit ships again. */
const [name = "", ...words] = process.argv.slice(2);
const train = TRAINERS[name];
const { data, into } = parseArgs({
  args: words,
  options: { data: { type: "string" }, into: { type: "string" } },
}).values;
if (train === undefined || data === undefined) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  await writeModule(train(data), into ?? moduleOf(name));
}
