import "./docs.css";
import { addCopyButtons } from "./copy.ts";
import { addForm } from "./forms.ts";
import { addSearch } from "./search.ts";

addCopyButtons(document);
addForm(document);
addSearch(document);
showCurrentPage(document);

/** A long navigation begins where the reader is. */
function showCurrentPage(page: Document): void {
  const side = page.querySelector(".side");
  const link = page.querySelector("#pages li > [aria-current]");
  if (side === null || link === null) return;
  const { top } = link.getBoundingClientRect();
  if (top > window.innerHeight) side.scrollTop += top - window.innerHeight / 2;
}
