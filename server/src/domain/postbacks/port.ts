/** One message on its way to one receiver. */
export interface PostbackRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What became of one attempt. What a receiver writes back is never kept. */
export type PostbackOutcome =
  | {
      readonly kind: "answered";
      readonly httpStatus: number;
      /** The receiver's `Retry-After`. **Units** milliseconds. */
      readonly retryAfterMs?: number;
    }
  /** No answer in time. */
  | { readonly kind: "timeout" }
  /** The connection was refused, broken or not to be trusted. */
  | { readonly kind: "failed" }
  /** The address is none we send to. */
  | { readonly kind: "blocked" };

/** How postbacks reach the world; `providers/postback` implements it. */
export interface PostbackSender {
  /**
   * The address in the one form in which it is kept.
   *
   * **Errors** `postback_url_rejected`, without asking the network.
   */
  checkUrl(url: string): string;
  /** One attempt: looks the host up, checks the address, connects to that very address. */
  send(request: PostbackRequest): Promise<PostbackOutcome>;
  close(): void;
}

/** How the workers of all processes learn that endpoints have something due. */
export interface PostbackQueue {
  /** Returns at once. */
  enqueue(endpointUuids: readonly string[]): void;
}
