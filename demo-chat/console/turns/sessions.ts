import { randomBytes } from "node:crypto";
import type { ChatTurn } from "@placard/publisher-kit/types";
import type { Context } from "koa";
import type { DemoSettings } from "../wire.ts";
import { createBoundedMap } from "./bounded.ts";
import type { Visitor } from "./session-kits.ts";
import type { TurnRun } from "./turn-run.ts";

/** What the chat stores for one browser. */
export type ReaderSession = Visitor & {
  conversation: ChatTurn[];
  runs: TurnRun[];
  /** While tokens run out: those handed out since, which are good. */
  freshTokens: Set<string>;
};

const COOKIE = "placard_demo";
const KEY = /^[A-Za-z0-9_-]{22}$/;
/** Each keeps its last turns with their answers, about 1 MB at worst. */
const SESSIONS_MAX = 200;

export type Sessions = {
  /** The session of a request; undefined when its browser has none. */
  find(ctx: Context): ReaderSession | undefined;
  /** The same, making one where there is none. */
  open(ctx: Context): ReaderSession;
  all(): Iterable<ReaderSession>;
};

type Options = {
  newSettings: () => DemoSettings;
  /** Receives each session that was deleted to make room. */
  onEvicted: (session: ReaderSession) => void;
};

/** Sessions live in memory: the demo's conversations need not outlive it. */
export function createSessions({ newSettings, onEvicted }: Options): Sessions {
  const sessions = createBoundedMap<string, ReaderSession>(SESSIONS_MAX, onEvicted);
  const make = (key: string): ReaderSession => ({
    key,
    settings: newSettings(),
    conversation: [],
    runs: [],
    kits: new Map(),
    freshTokens: new Set(),
  });
  const find = (ctx: Context): ReaderSession | undefined => {
    const key = cookieOf(ctx);
    if (key === undefined) return undefined;
    // A browser with a cookie from before a restart keeps its key and starts a new conversation.
    const session = sessions.get(key) ?? make(key);
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
      const session = make(key);
      sessions.set(key, session);
      return session;
    },
    all: () => sessions.values(),
  };
}

function cookieOf(ctx: Context): string | undefined {
  for (const pair of ctx.get("Cookie").split(";")) {
    const [name, value = ""] = pair.trim().split("=", 2);
    if (name === COOKIE && KEY.test(value)) return value;
  }
  return undefined;
}
