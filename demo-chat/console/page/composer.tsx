import { useRef } from "preact/hooks";

export function Composer({ canSend, onSend }: { canSend: boolean; onSend(text: string): void }) {
  const input = useRef<HTMLInputElement>(null);
  const submit = (event: Event) => {
    event.preventDefault();
    const text = input.current?.value.trim();
    if (!canSend || !text || input.current === null) return;
    input.current.value = "";
    onSend(text);
  };
  return (
    <form class="composer" onSubmit={submit}>
      <label for="message">Your message</label>
      <div class="row">
        <input id="message" ref={input} maxLength={2_000} autocomplete="off" />
        <button type="submit" disabled={!canSend}>
          Send
        </button>
      </div>
    </form>
  );
}
