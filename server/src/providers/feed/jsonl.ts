import type { Format } from "./format.ts";
import { createLineCutter } from "./lines.ts";
import { readJsonObject, rowsOf } from "./row.ts";

export const jsonl: Format = {
  matches: (head) => head.isJson,
  open: () =>
    rowsOf(createLineCutter(), (line) =>
      readJsonObject(line, (fields) => [{ id: fields.id, names: {}, fields: () => fields }]),
    ),
};
