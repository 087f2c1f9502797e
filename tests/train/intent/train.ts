import { featuresSha256, type Learnt, sha256 } from "../write.ts";
import { authoredBytes, authoredRows, dataBytes, dataRows, mayShip, type Row } from "./data.ts";
import { fitIntent, OPTIONS, prepare } from "./fit.ts";

/**
 * `npm run train -- intent --data DIR`: learns the intent model again, from the rows of the data
 * whose licence permits to ship what is learnt from them and from our own turns.
 */
export function trainIntent(data: string): Learnt {
  const rows = shippableRows(data);
  const checksums = {
    authoredSha256: sha256(authoredBytes()),
    featuresSha256: featuresSha256(authoredRows().map(prepare)),
    dataSha256: sha256(dataBytes(data)),
  };
  return { name: "intent", model: fitIntent(rows.map(prepare)), options: OPTIONS, rows, checksums };
}

/** What a shipped model may learn from: rows marked so, and our own turns. */
export function shippableRows(data: string): Row[] {
  return [...dataRows(data).filter(mayShip), ...authoredRows()];
}
