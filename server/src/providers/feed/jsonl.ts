import { createLineCutter, type Format, readJsonObject, rowsOf } from "./format.ts";

export const jsonl: Format = {
  matches: (head) => head.isJson,
  open: () =>
    rowsOf(createLineCutter(), (line) =>
      readJsonObject(line, (fields) => [{ id: fields.id, names: {}, fields: () => fields }]),
    ),
};
