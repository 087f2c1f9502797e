import { randomBytes } from "node:crypto";
import type { ChatTurn, Turn } from "@placard/publisher-kit/types";
import type { Context } from "koa";
import { createBoundedMap } from "./bounded.ts";
import type { TurnLog } from "./timeline.ts";

/** One turn of the conversation, asked of the exchange once for the answer and for the sidebar. */
export type SharedTurn = {
  text: string;
  log: TurnLog;
  turn: Promise<Turn>;
  /** Who has it already: a second question with the same words is a new turn. */
  takenBy: Set<Taker>;
};

export type Taker = "answer" | "sidebar";

/** What the chat remembers of one browser. */
export type ReaderSession = {
  key: string;
  conversation: ChatTurn[];
  logs: TurnLog[];
  shared?: SharedTurn;
};

const COOKIE = "placard_demo";
const KEY = /^[A-Za-z0-9_-]{22}$/;
const SESSIONS_MAX = 1_000;

export type Sessions = {
  /** The session of a request; undefined when its browser has none. */
  find(ctx: Context): ReaderSession | undefined;
  /** The same, making one where there is none. */
  open(ctx: Context): ReaderSession;
};

/** Sessions live in memory: the demo's conversations need not outlive it. */
export function createSessions(): Sessions {
  const sessions = createBoundedMap<string, ReaderSession>(SESSIONS_MAX);
  const find = (ctx: Context): ReaderSession | undefined => {
    const key = cookieOf(ctx);
    if (key === undefined) return undefined;
    // A browser that knows us from before a restart keeps its name and starts a new conversation.
    const session = sessions.get(key) ?? { key, conversation: [], logs: [] };
    sessions.set(key, session);
    return session;
  };
  return {
    find,
    open(ctx) {
      const known = find(ctx);
      if (known !== undefined) return known;
      const key = randomBytes(16).toString("base64url");
      const secure = ctx.secure ? "; Secure" : "";
      ctx.append("Set-Cookie", `${COOKIE}=${key}; Path=/; HttpOnly; SameSite=Strict${secure}`);
      const session = { key, conversation: [], logs: [] };
      sessions.set(key, session);
      return session;
    },
  };
}

function cookieOf(ctx: Context): string | undefined {
  for (const pair of ctx.get("Cookie").split(";")) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === COOKIE && KEY.test(value)) return value;
  }
  return undefined;
}
