import { createServer, type ServerResponse } from "node:http";
import { text as textOf } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";

/** The mark of the offer that the model advises, as its prompt quotes it. */
const MARK = /Northwind cpr[\s\S]*?(\[\[rec:[\w-]+\]\])/;
/** A reader who says this gets a long answer, so that somebody can leave in its midst. */
const LONG = /slowly/;
const PAUSE_MS = 50;
const LONG_PIECES = 400;

export interface ScriptedModel {
  readonly baseUrl: string;
  close(): Promise<void>;
}

/**
 * The HTTP interface that providers share, `POST /chat/completions` with streaming, before a model
 * that advises the offer it is given and cites it.
 */
export async function startScriptedModel(): Promise<ScriptedModel> {
  const server = createServer(async (req, res) => {
    const body = await textOf(req);
    const { messages = [], stream = false } = JSON.parse(body);
    const last = JSON.stringify(messages.at(-1)).replaceAll('\\"', '"');
    const mark = MARK.exec(last)?.[1];
    const said = mark === undefined ? "I have no offer for this." : `Take Northwind cpr ${mark}.`;
    const more = LONG.test(last) ? Array<string>(LONG_PIECES).fill("Let me think. ") : [];
    // Who leaves early has seen no mark.
    const pieces = [...more, ...(said.match(/.{1,7}/g) ?? [])];
    if (stream === true) await streamPieces(res, pieces);
    else {
      const message = { role: "assistant", content: pieces.join("") };
      const choices = [{ index: 0, message, finish_reason: "stop" }];
      res.writeHead(200, { "content-type": "application/json" });
      res.end(JSON.stringify({ ...COMPLETION, object: "chat.completion", choices, usage: USAGE }));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const COMPLETION = { id: "chatcmpl-1", created: 1, model: "scripted" };
const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

async function streamPieces(res: ServerResponse, pieces: readonly string[]): Promise<void> {
  res.writeHead(200, { "content-type": "text/event-stream" });
  const send = (delta: object, finish: string | null) => {
    const choices = [{ index: 0, delta, finish_reason: finish }];
    const chunk = { ...COMPLETION, object: "chat.completion.chunk", choices };
    res.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  for (const content of pieces) {
    if (res.destroyed) return;
    send({ role: "assistant", content }, null);
    if (pieces.length > LONG_PIECES) await sleep(PAUSE_MS);
  }
  send({}, "stop");
  res.end("data: [DONE]\n\n");
}
