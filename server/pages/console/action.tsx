import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";
import { type CallError, callError } from "../shared/call-error.ts";
import { Failure } from "../shared/failure.tsx";
import { argumentsOf, type Field, FieldRow } from "./form.tsx";
import type { Session } from "./session.ts";

/** A change that a tool makes: what it does in words, what it needs, and what is said after it. */
export interface Action<Result> {
  /** On the button that opens the dialog, and on the one that confirms. */
  readonly label: string;
  readonly title: string;
  readonly says: ComponentChildren;
  readonly tool: string;
  readonly args?: object;
  readonly fields?: readonly Field[];
  readonly done: string;
  readonly isDisabled?: boolean;
  readonly isDestructive?: boolean;
  /** The first thing to do in its view. */
  readonly isMain?: boolean;
  /** Names the row that the button belongs to, for screen readers that read it alone. */
  readonly about?: string;
  /** What is shown before the dialog closes. */
  readonly result?: (result: Result) => ComponentChildren;
  /** A secret that is never shown again: the dialog closes after "I have stored it" alone. */
  readonly secret?: { readonly name: string; readonly of: (result: Result) => string };
}

/** A button that explains a change in a dialog, asks for its fields and makes it. */
export function ActionButton<Result = unknown>(props: {
  session: Session;
  action: Action<Result>;
}) {
  const { session, action } = props;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={action.isMain ? "main" : "quiet"}
        disabled={action.isDisabled}
        onClick={() => setOpen(true)}
      >
        {action.label}
        {action.about === undefined ? null : <span class="spoken"> {action.about}</span>}
      </button>
      {isOpen ? (
        <Dialog
          session={session}
          action={action}
          close={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      ) : null}
    </>
  );
}

interface DialogProps<Result> {
  readonly session: Session;
  readonly action: Action<Result>;
  readonly close: () => void;
}

function Dialog<Result>(props: DialogProps<Result>) {
  const { session, action, close } = props;
  const id = useId();
  const { submit, error, isBusy, result } = useCall(props);
  const [isStored, setStored] = useState(false);
  const { secret } = action;
  const show =
    secret === undefined
      ? action.result
      : (made: Result) => <Secret name={secret.name} text={secret.of(made)} stored={setStored} />;
  const isHeld = secret !== undefined && (isBusy || result !== undefined) && !isStored;
  const finish = () => {
    // Meanwhile the order may have been paid.
    session.changed(action.done);
    close();
  };
  return (
    <dialog
      class="action"
      aria-labelledby={id}
      ref={openModal}
      onCancel={(event) => isHeld && event.preventDefault()}
      // A browser may close it all the same, such as after a second Escape.
      onClose={(event) => (isHeld ? event.currentTarget.showModal() : close())}
    >
      <h2 id={id}>{action.title}</h2>
      {result === undefined || show === undefined ? (
        <form onSubmit={submit}>
          <div class="says">{action.says}</div>
          {action.fields?.map((field) => (
            <FieldRow key={field.name} field={field} prefix={id} />
          ))}
          {error === undefined ? null : <Failure error={error} />}
          <p class="buttons">
            <button type="submit" class={action.isDestructive ? "danger" : ""} disabled={isBusy}>
              {action.label}
            </button>
            <button type="button" class="quiet" disabled={isHeld} onClick={close}>
              Cancel
            </button>
          </p>
        </form>
      ) : (
        <>
          {show(result)}
          <p class="buttons">
            <button
              type="button"
              class={secret === undefined ? "quiet" : ""}
              disabled={isHeld}
              onClick={finish}
            >
              Close
            </button>
          </p>
        </>
      )}
    </dialog>
  );
}

/** Calls the tool with the fields of the form. A result that is shown keeps the dialog open. */
function useCall<Result>({ session, action, close }: DialogProps<Result>) {
  // One key for all tries: a repeat after a lost answer changes nothing twice.
  const key = useRef(crypto.randomUUID());
  const sent = useRef("");
  const [error, setError] = useState<CallError>();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Result>();
  const submit = async (event: Event & { readonly currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const args = { ...action.args, ...argumentsOf(event.currentTarget, action.fields ?? []) };
    const text = JSON.stringify(args);
    if (sent.current !== text) key.current = crypto.randomUUID();
    sent.current = text;
    setBusy(true);
    setError(undefined);
    try {
      const answer = await session.exchange.call<Result>(action.tool, args, key.current);
      session.changed(action.done);
      if (action.result === undefined && action.secret === undefined) close();
      else setResult(() => answer);
    } catch (caught) {
      setError(callError(caught));
    }
    setBusy(false);
  };
  return { submit, error, isBusy, result };
}

export function openModal(dialog: HTMLDialogElement | null): void {
  if (dialog !== null && !dialog.open) dialog.showModal();
}

/** A secret that is shown once, with a way to copy it. */
function Secret(props: { name: string; text: string; stored: (isStored: boolean) => void }) {
  const { name, text, stored } = props;
  const id = useId();
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <>
      <p>{name}. It is shown only now; store it where your server reads its secrets.</p>
      <p class="secret">
        <code>{text}</code>{" "}
        <button type="button" class="quiet" onClick={copy}>
          {isCopied ? "Copied" : "Copy"}
        </button>
      </p>
      <p class="keep">
        <input id={id} type="checkbox" onChange={(event) => stored(event.currentTarget.checked)} />
        <label for={id}>I have stored it</label>
      </p>
    </>
  );
}
