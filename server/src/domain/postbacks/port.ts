import type { Queryable, Tx } from "../../core/db.ts";

export interface PostbackRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Called before a connection to a host outside of `POSTBACK_ALLOW_HOSTS`, with its limits. */
  readonly admit?: Admit | undefined;
  /** Whether the outcome contains the text of the answer. */
  readonly readsAnswer?: boolean;
}

/**
 * Counts a request to these targets (a host and its address). Returns when the next one is
 * possible if one of them has reached its limit; then the request is not sent.
 */
export type Admit = (targets: readonly string[]) => Promise<Date | undefined>;

/** The result of one attempt. The receiver's response body is never stored. */
export type PostbackOutcome =
  | {
      readonly kind: "answered";
      readonly httpStatus: number;
      /** The receiver's `Retry-After`. **Units** milliseconds. */
      readonly retryAfterMs?: number;
      /** Of a request that reads the answer. */
      readonly text?: string;
    }
  /** No answer in time. */
  | { readonly kind: "timeout" }
  /** The connection was refused or broken, or its certificate is not trusted. */
  | { readonly kind: "failed" }
  /** The address is not public. */
  | { readonly kind: "blocked" }
  /** Not sent, because `admit` refused it until then. */
  | { readonly kind: "limited"; readonly until: Date };

/** Sends requests to receivers; `providers/postback` implements it. */
export interface PostbackSender {
  /**
   * The URL in its normal form, which is stored.
   *
   * **Errors** `postback_url_rejected`; makes no network call.
   */
  checkUrl(url: string): string;
  /** Whether the operator allowed the host (`POSTBACK_ALLOW_HOSTS`): it needs no proof. */
  isAllowed(url: string): boolean;
  /** One attempt: resolves the host, checks the address and connects to that address. */
  send(request: PostbackRequest): Promise<PostbackOutcome>;
  close(): void;
}

/** A job: one attempt to deliver one message. Ids are bare uuids. */
export interface AttemptJob {
  readonly jobUuid: string;
  readonly endpointUuid: string;
  readonly eventUuid: string;
}

export interface NewAttemptJob extends AttemptJob {
  /** Null: due at once. */
  readonly startAfter: Date | null;
}

/** Holds leases, times and limits of attempts; `jobs/` implements it with pg-boss. */
export interface AttemptQueue {
  /** Adds jobs in the caller's transaction. */
  send(tx: Tx, jobs: readonly NewAttemptJob[]): Promise<void>;
  /**
   * Claims due jobs under a lease, at most `limit` of an endpoint at once in all processes;
   * `limits` holds those of single endpoints. An expired job goes to the dead letter queue.
   */
  claim(
    db: Queryable,
    wanted: { jobsMax: number; limit: number; limits: ReadonlyMap<string, number> },
  ): Promise<AttemptJob[]>;
  /** Removes claimed jobs in the caller's transaction. */
  settle(tx: Tx, jobs: readonly AttemptJob[]): Promise<void>;
}
