import { attributeName, delimiterOf, type Format, hasColumn } from "./format.ts";
import { readGoogleRow } from "./google.ts";
import { createRecordReader } from "./records.ts";

export const googleText: Format = {
  matches: (head) =>
    hasColumn(head, "id") && hasColumn(head, "title") && hasColumn(head, "link", "price"),
  open: (head, { now }) =>
    createRecordReader({
      delimiter: delimiterOf(head),
      nameOf: attributeName,
      read: (get) => readGoogleRow(get, now),
    }),
};
