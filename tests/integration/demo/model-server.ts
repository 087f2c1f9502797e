import { once } from "node:events";
import { createServer } from "node:http";

/** A question as it reached the model. */
export type AskedModel = {
  model: string;
  authorization: string;
  system: string;
  lastMessage: string;
};

export type ModelServer = {
  url: string;
  asked: AskedModel[];
  /** From here on it refuses, as an endpoint with a wrong key does. */
  refuse(): void;
  close(): Promise<void>;
};

type Body = {
  model: string;
  stream?: boolean;
  messages: { role: string; content: string | { text?: string }[] }[];
};

/**
 * A server that speaks the streaming wire format of OpenAI's chat completions. It cites the first
 * sponsor it finds in the question, so that the answer shows what the model was given. Told to
 * forget the marks, it names the sponsor alone.
 */
export async function startModelServer(): Promise<ModelServer> {
  const asked: AskedModel[] = [];
  let isRefusing = false;
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(Buffer.from(chunk));
    const body: Body = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    const lastMessage = textOf(body.messages.at(-1)?.content ?? "");
    asked.push({
      model: body.model,
      authorization: req.headers.authorization ?? "",
      system: body.messages
        .filter(({ role }) => role === "system")
        .map(({ content }) => textOf(content))
        .join("\n"),
      lastMessage,
    });
    if (isRefusing || req.url !== "/v1/chat/completions" || body.stream !== true) {
      res.writeHead(401, { "content-type": "application/json" });
      res.end(JSON.stringify({ error: { message: "The key is not known.", type: "auth" } }));
      return;
    }
    res.writeHead(200, { "content-type": "text/event-stream" });
    const sponsor = /"sponsor":"([^"]+)"/.exec(lastMessage)?.[1];
    const isForgetful = lastMessage.includes("forget the marks");
    const mark = isForgetful ? "" : ` ${/"rec":"([^"]+)"/.exec(lastMessage)?.[1]}`;
    const answer = sponsor === undefined ? "I have none." : `I recommend ${sponsor}${mark}.`;
    // Marks are cut apart as tokens do it.
    for (const word of answer.match(/.{1,5}/g) ?? []) res.write(eventOf(body.model, word, null));
    res.write(eventOf(body.model, "", "stop"));
    res.end("data: [DONE]\n\n");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    refuse() {
      isRefusing = true;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function textOf(content: Body["messages"][number]["content"]): string {
  if (typeof content === "string") return content;
  return content.map(({ text = "" }) => text).join("\n");
}

function eventOf(model: string, content: string, finish: string | null): string {
  const choice = { index: 0, delta: { role: "assistant", content }, finish_reason: finish };
  const chunk = { id: "chat-1", object: "chat.completion.chunk", created: 1, model };
  return `data: ${JSON.stringify({ ...chunk, choices: [choice] })}\n\n`;
}
