import { dataBytes } from "../intent/data.ts";
import { featuresSha256, type Learnt, sha256 } from "../write.ts";
import { frameRows, sensitiveRows, writtenRows, writtenSha256 } from "./data.ts";
import { fitSensitive, OPTIONS, prepare } from "./fit.ts";

/**
 * `npm run train -- sensitive --data DIR`: learns the model of sensitive turns again, from our own
 * turns and frames and from the rows of the data under a permissive licence.
 */
export function trainSensitive(data: string): Learnt {
  const written = [...writtenRows(), ...frameRows()];
  const rows = sensitiveRows(data);
  const checksums = {
    writtenSha256: writtenSha256(),
    featuresSha256: featuresSha256(written.map(prepare)),
    dataSha256: sha256(dataBytes(data)),
  };
  const model = fitSensitive(rows.map(prepare));
  return { name: "sensitive", model, options: OPTIONS, rows, checksums };
}
