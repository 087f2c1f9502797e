import { useRef, useState } from "preact/hooks";
import { hasKeyForm, KEY_LENGTH, KEY_PREFIX } from "../../src/contract/keys.ts";
import { type CallError, callError } from "../shared/call-error.ts";

/** Asks for the key. It is handed on and never stored. */
export function Gate({ open }: { open: (key: string) => Promise<void> }) {
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<Pick<CallError, "message" | "suggestion">>();
  const [isOpening, setOpening] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? "";
    if (!hasKeyForm(key)) {
      setError({ message: "This is not a key.", suggestion: WHAT_A_KEY_IS });
      field.current?.focus();
      return;
    }
    setOpening(true);
    try {
      await open(key);
    } catch (caught) {
      setError(callError(caught));
      setOpening(false);
    }
  };
  return (
    <section class="gate" aria-labelledby="gate-title">
      <h1 id="gate-title">See what your agent sees</h1>
      <p>
        Balance, campaigns, earnings, ledger and postbacks of one agent, read with its own key
        through the same tools it uses.
      </p>
      <form onSubmit={submit} noValidate>
        <label for="key">API key of the agent</label>
        <input
          id="key"
          ref={field}
          type="password"
          autocomplete="off"
          spellcheck={false}
          aria-describedby="key-help key-error"
          aria-invalid={error !== undefined}
        />
        <p id="key-help" class="soft">
          Kept in the memory of this page only: closing, reloading or locking it deletes the key.
        </p>
        <p id="key-error" class="bad" role="alert">
          {error === undefined ? null : (
            <>
              <strong>{error.message}</strong> {error.suggestion}
            </>
          )}
        </p>
        <button type="submit" disabled={isOpening}>
          Open the console
        </button>
      </form>
      <p class="soft">
        No key yet? <code>register</code> gives one, once. <a href="/docs#register">How</a>
      </p>
    </section>
  );
}

const WHAT_A_KEY_IS = `A key has ${KEY_LENGTH} characters and starts with ${KEY_PREFIX}.`;
