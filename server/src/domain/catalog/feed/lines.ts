import { type Cut, type Cutter, NOT_UTF8, ROW_BYTES_MAX, tooLong, utf8Of } from "./cutter.ts";

const NEWLINE = 10;

/** Cuts lines; empty ones are counted and left out. The place is the line, 1-based. */
export function createLineCutter(bytesMax = ROW_BYTES_MAX): Cutter<string> {
  let parts: Buffer[] = [];
  let sizeBytes = 0;
  let line = 0;

  const hold = (bytes: Buffer) => {
    sizeBytes += bytes.length;
    // Copied: a part must not keep the chunk alive that it came with.
    if (sizeBytes > bytesMax) parts = [];
    else if (bytes.length > 0) parts.push(Buffer.from(bytes));
  };
  const take = (bytes: Buffer, rows: Cut<string>[]) => {
    line += 1;
    if (sizeBytes + bytes.length > bytesMax) {
      rows.push({ place: line, problem: tooLong("line", bytesMax) });
    } else {
      const text = utf8Of(parts.length === 0 ? bytes : Buffer.concat([...parts, bytes]));
      if (text === null) rows.push({ place: line, problem: NOT_UTF8 });
      else if (text.trim() !== "") rows.push({ place: line, value: text.trim() });
    }
    parts = [];
    sizeBytes = 0;
  };

  return {
    push(bytes) {
      const rows: Cut<string>[] = [];
      let from = 0;
      for (;;) {
        const end = bytes.indexOf(NEWLINE, from);
        if (end < 0) break;
        take(bytes.subarray(from, end), rows);
        from = end + 1;
      }
      hold(bytes.subarray(from));
      return rows;
    },
    end() {
      const rows: Cut<string>[] = [];
      if (sizeBytes > 0) take(Buffer.alloc(0), rows);
      return rows;
    },
  };
}
