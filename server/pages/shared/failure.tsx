import type { CallError } from "./call-error.ts";

/** What went wrong, what to do about it, and how to ask about it. */
export function Failure({ error, retry }: { error: CallError; retry?: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>
        <strong>{error.message}</strong> {error.suggestion}
      </p>
      <p class="soft">
        <code>{error.code}</code>
        {error.requestId === undefined ? null : ` in request ${error.requestId}`}
      </p>
      {retry === undefined ? null : (
        <button type="button" class="quiet" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  );
}
