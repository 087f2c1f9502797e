import { connect, createServer, type Socket } from "node:net";

/**
 * Stands between the exchange and PostgreSQL. It can lose exactly the answer to a COMMIT, and it is
 * the fixed address behind which the database may move.
 */
export interface DatabaseProxy {
  readonly port: number;
  /** New connections go there; those that are open are cut. */
  pointTo(port: number): void;
  /**
   * Lets the next settlement through to its COMMIT, swallows the answer and cuts the connection.
   * False when none was settled within the time.
   */
  loseNextAnswer(timeoutMs: number): Promise<boolean>;
  /** Cuts every connection and refuses new ones: nothing gets through any more. */
  sever(): void;
  close(): Promise<void>;
}

const SETTLEMENT = "events.settle";
const READY_FOR_QUERY = 0x5a;
const ERROR_RESPONSE = 0x45;
/** The state of the connection in `ReadyForQuery`: no transaction is open. */
const IDLE = 0x49;
const HEADER_BYTES = 5;

export async function startProxy(port: number): Promise<DatabaseProxy> {
  let target = port;
  let isSevered = false;
  let armed: (() => void) | null = null;
  const cuts = new Set<() => void>();
  const cutAll = () => {
    for (const cut of [...cuts]) cut();
  };
  const server = createServer((client) => {
    if (isSevered) {
      client.destroy();
      return;
    }
    const cut = relay(client, target, {
      takeArmed() {
        const tell = armed;
        armed = null;
        return tell;
      },
      onCut: () => void cuts.delete(cut),
    });
    cuts.add(cut);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy has no port.");
  return {
    port: address.port,
    pointTo(next) {
      target = next;
      cutAll();
    },
    loseNextAnswer: (timeoutMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => {
          armed = null;
          resolve(false);
        }, timeoutMs);
        armed = () => {
          clearTimeout(timer);
          resolve(true);
        };
      }),
    sever() {
      isSevered = true;
      cutAll();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        cutAll();
      }),
  };
}

/** Joins one client to the database; what it gives back cuts both. */
function relay(
  client: Socket,
  port: number,
  hooks: {
    /** Asked at each settlement: whom to tell when its answer was lost, if that is wanted. */
    takeArmed(): (() => void) | null;
    onCut(): void;
  },
): () => void {
  const upstream = connect({ port, host: "127.0.0.1", noDelay: true });
  client.setNoDelay(true);
  const cut = () => {
    hooks.onCut();
    client.destroy();
    upstream.destroy();
  };
  const replies = holdReplies({
    pass: (chunk) => forward(chunk, upstream, client),
    onCommit(tell) {
      cut();
      tell();
    },
  });
  client.on("data", (chunk) => {
    const tell = chunk.includes(SETTLEMENT) ? hooks.takeArmed() : null;
    if (tell !== null) replies.hold(tell);
    forward(chunk, client, upstream);
  });
  upstream.on("data", replies.take);
  for (const socket of [client, upstream]) {
    socket.on("error", cut);
    socket.on("close", cut);
  }
  return cut;
}

/** What is too much for the one side makes the other wait. */
function forward(chunk: Buffer, from: Socket, to: Socket): void {
  if (to.write(chunk)) return;
  from.pause();
  to.once("drain", () => from.resume());
}

interface Replies {
  take(chunk: Buffer): void;
  /** From now on answers are kept until it is clear whether a transaction was committed. */
  hold(tell: () => void): void;
}

/**
 * Follows the messages of PostgreSQL, of which each names its length. An answer that is held is
 * lost once `ReadyForQuery` says that no transaction is open and no error came before it; an error,
 * or a transaction that goes on, is passed on.
 */
function holdReplies(options: {
  pass(chunk: Buffer): void;
  onCommit(tell: () => void): void;
}): Replies {
  let tell: (() => void) | null = null;
  let held: Buffer[] = [];
  let isFailed = false;
  let isReady = false;
  let isCommitted = false;
  const scan = createScanner((type, state) => {
    if (type === ERROR_RESPONSE) isFailed = true;
    if (type !== READY_FOR_QUERY) return;
    isReady = true;
    isCommitted = !isFailed && state === IDLE;
    isFailed = false;
  });
  return {
    hold(next) {
      tell = next;
    },
    take(chunk) {
      isReady = false;
      scan(chunk);
      if (tell === null) {
        options.pass(chunk);
        return;
      }
      held.push(chunk);
      if (!isReady) return;
      if (isCommitted) options.onCommit(tell);
      else for (const part of held) options.pass(part);
      held = [];
    },
  };
}

/** Finds where messages begin in a stream of chunks; tells type and first byte of each. */
function createScanner(onMessage: (type: number, first: number) => void) {
  const header = Buffer.alloc(HEADER_BYTES + 1);
  let filled = 0;
  let skip = 0;
  const takeHeader = (byte: number) => {
    header[filled] = byte;
    filled += 1;
    if (filled < HEADER_BYTES) return;
    // The length counts itself but not the type; the shortest message has no content at all.
    const content = header.readUInt32BE(1) - 4;
    if (filled === HEADER_BYTES && content > 0) return;
    onMessage(header[0] ?? 0, header[HEADER_BYTES] ?? 0);
    skip = Math.max(0, content - 1);
    filled = 0;
  };
  return (chunk: Buffer): void => {
    let offset = 0;
    while (offset < chunk.length) {
      const step = Math.min(skip, chunk.length - offset);
      skip -= step;
      offset += step;
      if (offset === chunk.length) return;
      takeHeader(chunk[offset] ?? 0);
      offset += 1;
    }
  };
}
