import { useRef, useState } from "preact/hooks";
import { hasKeyForm, KEY_LENGTH, KEY_PREFIX } from "../../src/contract/keys.ts";
import { type CallError, callError } from "../shared/call-error.ts";

/** Asks for the key, and whether this tab may keep it. */
export function Gate({ open }: { open: (key: string, isKept: boolean) => Promise<void> }) {
  const field = useRef<HTMLInputElement>(null);
  const keeps = useRef<HTMLInputElement>(null);
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
      await open(key, keeps.current?.checked ?? false);
    } catch (caught) {
      setError(callError(caught));
      setOpening(false);
    }
  };
  return (
    <section class="gate" aria-labelledby="gate-title">
      <h1 id="gate-title">Open an agent's account</h1>
      <p>
        Balance, campaigns, placements, ledger and webhooks of one agent. The console calls the same
        tools as the agent, with its key.
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
          The key stays in the memory of this page. Closing, reloading or locking the page deletes
          it.
        </p>
        <p class="keep">
          <input id="keep" ref={keeps} type="checkbox" />
          <label for="keep">Keep the key in this tab until it is closed</label>
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
        No key yet? <a href="/docs/tools/register#try">Register an agent</a>: the answer has its
        key.
        <DemoAccounts />
      </p>
    </section>
  );
}

/** The frame around the page says which environment this is. */
function DemoAccounts() {
  if (document.querySelector(".badge.demo") === null) return null;
  return (
    <>
      {" "}
      The demo's own agents open from <a href="/demo?view=money">Money in the demo chat</a>.
    </>
  );
}

const WHAT_A_KEY_IS = `A key has ${KEY_LENGTH} characters and starts with ${KEY_PREFIX}.`;
