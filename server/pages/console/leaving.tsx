import { useEffect, useId, useState } from "preact/hooks";
import { openModal } from "./action.tsx";

/** Asks before a link leads away from a console whose key is in memory alone. */
export function Leaving({ keep }: { keep: () => void }) {
  const id = useId();
  const [href, setHref] = useState<string>();
  useEffect(() => {
    const ask = (event: MouseEvent) => {
      const link = linkOf(event);
      if (link === undefined) return;
      event.preventDefault();
      setHref(link.href);
    };
    document.addEventListener("click", ask);
    return () => document.removeEventListener("click", ask);
  }, []);
  if (href === undefined) return null;
  const stay = () => setHref(undefined);
  return (
    <dialog class="action" aria-labelledby={id} ref={openModal} onClose={stay}>
      <h2 id={id}>Leave the console?</h2>
      <p>
        The key is only in the memory of this page. When you leave, it is deleted, and the console
        asks for it again.
      </p>
      <p class="buttons">
        <button
          type="button"
          onClick={() => {
            keep();
            location.assign(href);
          }}
        >
          Keep the key in this tab and leave
        </button>
        <button type="button" class="quiet" onClick={() => location.assign(href)}>
          Leave without the key
        </button>
        <button type="button" class="quiet" onClick={stay}>
          Stay
        </button>
      </p>
    </dialog>
  );
}

/** The link that a click would follow in this tab, to another document. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  const { target, defaultPrevented, button, ctrlKey, metaKey, shiftKey, altKey } = event;
  if (defaultPrevented || button !== 0 || ctrlKey || metaKey || shiftKey || altKey)
    return undefined;
  const link = target instanceof Element ? target.closest("a") : null;
  if (link === null || link.target !== "" || link.hasAttribute("download")) return undefined;
  return link.getAttribute("href")?.startsWith("#") ? undefined : link;
}
