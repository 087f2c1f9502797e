/** Source: MRC viewable impression, half of the pixels. */
export const RATIO = 0.5;
/** Source: MRC, large ads. */
export const LARGE_RATIO = 0.3;
/** Points to a card, one in each tenth of its height and, three columns further, of its width. */
const POINTS = 10;
const COLUMN_STEP = 3;
/** A card that is shown smaller than this part of its own area cannot be read. */
const SHRUNK_AREA = 0.25;
/** Fainter than half, the label has lost the contrast that makes it readable. */
const OPACITY_MIN = 0.5;

/**
 * Whether a reader sees this share of an element of a shadow root: not merely inside the window,
 * but uncovered, unclipped, opaque and of a readable size. What is hidden by `visibility`, lies
 * under another element or behind a modal dialog is not found at its own points.
 */
export function isSeen(element: Element, share: number): boolean {
  const root = element.getRootNode();
  const { x, y, width, height } = element.getBoundingClientRect();
  let found = 0;
  for (let row = 0.5; row < POINTS; row += 1) {
    const left = x + (width * ((row * COLUMN_STEP) % POINTS)) / POINTS;
    const top = y + (height * row) / POINTS;
    if (root instanceof ShadowRoot && element.contains(root.elementFromPoint(left, top))) {
      found += 1;
    }
  }
  let opacity = 1;
  for (let around: Node | null = element; around; ) {
    if (around instanceof Element) opacity *= Number(getComputedStyle(around).opacity);
    around = around instanceof ShadowRoot ? around.host : around.parentNode;
  }
  return (
    found >= share * POINTS &&
    width * height >= element.clientWidth * element.clientHeight * SHRUNK_AREA &&
    opacity >= OPACITY_MIN
  );
}
