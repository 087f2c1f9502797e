/** What the exchange answered instead of a result, in its own words. */
export class CallError extends Error {
  readonly code: string;
  readonly suggestion: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    message: string,
    more: {
      code: string;
      suggestion?: string | undefined;
      requestId?: string | undefined;
      retryAfterSeconds?: number | undefined;
    },
  ) {
    super(message);
    this.code = more.code;
    this.suggestion = more.suggestion;
    this.requestId = more.requestId;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

interface ErrorBody {
  readonly error?: {
    code?: string;
    message?: string;
    suggestion?: string;
    retryAfterSeconds?: number;
  };
  readonly requestId?: string;
}

/** Reads the one error shape of the exchange. */
export async function errorOf(response: Response): Promise<CallError> {
  const body: ErrorBody = await response.json().catch(() => ({}));
  const { code = `http_${response.status}`, message, ...more } = body.error ?? {};
  return new CallError(message ?? `The exchange answered ${response.status}.`, {
    code,
    // Written for programs, which read Markdown.
    suggestion: more.suggestion?.replaceAll("`", ""),
    requestId: body.requestId,
    retryAfterSeconds: more.retryAfterSeconds,
  });
}

export function callError(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return new CallError(error instanceof Error ? error.message : String(error), { code: "page" });
}
