import { useRef, useState } from "preact/hooks";
import { hasKeyForm, KEY_LENGTH, KEY_PREFIX } from "../../src/contract/keys.ts";
import { type CallError, callError } from "../shared/call-error.ts";
import { Explanation } from "./parts.tsx";

interface Props {
  /** Whether the agents of the demo are here. */
  readonly isDemo: boolean;
  /** Whether a key cannot be taken: the page's script does not run yet, or tries a kept key. */
  readonly isOpening: boolean;
  readonly open: (key: string, isKept: boolean) => Promise<void>;
}

/** Asks for the key, and whether this tab may keep it. */
export function Gate({ isDemo, isOpening, open }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const keeps = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<Pick<CallError, "message" | "suggestion">>();
  const [isTrying, setTrying] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? "";
    if (!hasKeyForm(key)) {
      setError({ message: "This is not a key.", suggestion: WHAT_A_KEY_IS });
      field.current?.focus();
      return;
    }
    setTrying(true);
    try {
      await open(key, keeps.current?.checked ?? false);
    } catch (caught) {
      setError(callError(caught));
      setTrying(false);
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
        <button type="submit" disabled={isOpening || isTrying}>
          Open the console
        </button>
      </form>
      <p class="soft">
        No key yet? <Explanation path="/docs/tools/register#try">Register an agent</Explanation>:
        the answer has its key.
        {isDemo ? <DemoAccounts /> : null}
      </p>
    </section>
  );
}

function DemoAccounts() {
  return (
    <>
      {" "}
      The demo's own agents open from <a href="/demo?view=money">Money in the demo chat</a>.
    </>
  );
}

const WHAT_A_KEY_IS = `A key has ${KEY_LENGTH} characters and starts with ${KEY_PREFIX}.`;
