import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { createSidecar, type SidecarOptions } from "../../../publisher-kit/src/sidecar/listener.ts";
import type { ModelHost, Run, Step } from "./model-host.ts";

/** A sidecar on a free port. */
export async function openSidecar(options: SidecarOptions) {
  const server = createServer(createSidecar(options));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A program that uses the kit only through the sidecar's HTTP. */
export const sidecarHost: ModelHost = {
  name: "sidecar",
  streams: true,
  joins: true,
  loops: false,
  structures: false,
  async run(run) {
    const { kit, text, previous = [], details, signal = null } = run;
    await using sidecar = await openSidecar({ kit });
    const response = await fetch(`${sidecar.url}/turn`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ ...details, text, previous }),
      signal,
    });
    if (!response.ok) throw new Error(await response.text());
    const { turnId = "", prompt } = await response.json();
    const url = `${sidecar.url}/observe?turnId=${turnId}`;
    const answer = await observed(url, run, run.steps[0]);
    return { answer, prompts: [JSON.stringify([prompt.system, previous, text, prompt.user])] };
  },
};

/** Sends what the model says while what is shown of it comes back. */
async function observed(url: string, run: Run, step: Step | undefined): Promise<string> {
  const request = httpRequest(url, { method: "POST" });
  const arrived = new Promise<IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });
  const shown = arrived.then(async (response) => {
    let answer = "";
    response.setEncoding("utf8");
    for await (const piece of response) {
      run.onPiece?.(piece);
      answer += piece;
    }
    return answer;
  });
  request.flushHeaders();
  if (step !== undefined && "fail" in step) {
    shown.catch(() => undefined);
    request.destroy();
    throw new Error(step.fail);
  }
  // Each piece on its own, as a model's pieces arrive: the next is sent when the last has gone.
  for (const piece of step?.say ?? []) {
    await new Promise((resolve) => request.write(piece, resolve));
    await run.beforeMore?.();
  }
  request.end();
  return shown;
}
