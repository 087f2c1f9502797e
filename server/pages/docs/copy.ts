import { element } from "./elements.ts";

const SHOWN_MS = 2_000;

/** Adds to each block of code a button that copies it. */
export function addCopyButtons(page: ParentNode): void {
  for (const block of page.querySelectorAll(".code")) addCopyButton(block);
}

export function addCopyButton(block: Element): void {
  const button = element("button", { type: "button", class: "copy" }, "Copy");
  button.addEventListener("click", async () => {
    const text = block.querySelector("pre")?.textContent ?? "";
    button.textContent = await navigator.clipboard.writeText(text).then(
      () => "Copied",
      () => "Not allowed",
    );
    setTimeout(() => {
      button.textContent = "Copy";
    }, SHOWN_MS);
  });
  block.querySelector(".bar")?.append(button);
}
