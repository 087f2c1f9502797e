import type { Words } from "./words.ts";

/**
 * Escape closes the menu alone, not the host's own sidebar around it, and gives the focus back to
 * the button: browsers lose it when the button is inside a shadow root.
 */
export function onKeyDown(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const { currentTarget, key } = event;
  const menu = key === "Escape" && currentTarget.querySelector<HTMLElement>(":popover-open");
  if (!menu) return;
  event.preventDefault();
  event.stopPropagation();
  menu.hidePopover();
  currentTarget.querySelector("button")?.focus();
}

/**
 * Hide and why-this-ad. A native popover: the browser closes it on a press outside, Tab runs
 * through it after its button, and no scrolling box can clip it.
 */
export function menu(
  sponsor: string | undefined,
  words: Words,
  id: string,
  act: (type: "hide" | "why") => void,
) {
  return (
    <div part="menu" popover="auto" id={id}>
      <button part="hide" onClick={() => act("hide")}>
        {words.hide}
      </button>
      <details onToggle={(event) => event.currentTarget.open && act("why")}>
        <summary part="why">{words.why}</summary>
        <p>
          {words.whyText} {sponsor && words.sponsor(sponsor)}
        </p>
      </details>
    </div>
  );
}
