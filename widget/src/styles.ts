import css from "./sheet.css?inline";

let sheet: CSSStyleSheet | undefined;

/**
 * Gives the shadow root its styles without a `<style>` element, which a strict policy would block.
 * Errors: throws where the browser has no constructed style sheets.
 */
export function adoptStyles(root: ShadowRoot): void {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
  }
  root.adoptedStyleSheets = [sheet];
}
