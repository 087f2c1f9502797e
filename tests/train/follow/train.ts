import { dataBytes } from "../intent/data.ts";
import { featuresSha256, type Learnt, sha256 } from "../write.ts";
import { chatBytes, followTurns, ownTurns } from "./data.ts";
import { fitFollow, OPTIONS, prepare } from "./fit.ts";

/**
 * `npm run train -- follow --data DIR`: learns the model of follow-ups again, from written chats
 * and from turns of the data under a permissive licence that want nothing to buy.
 */
export function trainFollow(data: string): Learnt {
  const rows = followTurns(data);
  const checksums = {
    chatsSha256: sha256(chatBytes()),
    featuresSha256: featuresSha256(ownTurns().map(prepare)),
    dataSha256: sha256(dataBytes(data)),
  };
  return { name: "follow", model: fitFollow(rows.map(prepare)), options: OPTIONS, rows, checksums };
}
