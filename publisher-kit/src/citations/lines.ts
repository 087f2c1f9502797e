/** Characters that may still decide what kind of a line it is. */
export const HEAD = /[ \t>*+\-#\d.)]/;
export const HEAD_MAX = 32;
export const LIST_ITEM = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;
export const HEADING = /^[ \t>]*#{1,6}[ \t]/;
export const CODE_INDENT = 4;
/** What a line begins with that is no continuation of the paragraph before it. */
export const BLOCK_START = /[#\-*+>`~|<\d]/;
export const DELIMITER_ROW = /^[\s|:>-]+$/;

/** Columns; a tab reaches to the next multiple of four. */
export function widthOf(indent: string): number {
  let width = 0;
  for (const char of indent) width += char === "\t" ? 4 - (width % 4) : 1;
  return width;
}
