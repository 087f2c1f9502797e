/**
 * Escapes text for HTML and XML, in content and in quoted attributes. Characters that XML forbids
 * are dropped, because one of them makes a whole picture unreadable.
 */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(FORBIDDEN_IN_XML, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Everything outside the Char production: controls, lone surrogates and non-characters. */
const FORBIDDEN_IN_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

export type Box = { x: number; y: number; w: number; h: number; r?: number };

export function rect({ x, y, w, h, r = 0 }: Box, fill: string): string {
  const corner = r === 0 ? "" : ` rx="${r}"`;
  return `<rect x="${x}" y="${y}" width="${w}" height="${h}"${corner} fill="${fill}"/>`;
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

export function ellipse([x, y]: readonly [number, number], rx: number, ry: number, fill: string) {
  return `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;
}

export function shape(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

/** A line with round ends. */
export function line(d: string, color: string, width: number): string {
  return (
    `<path d="${d}" fill="none" stroke="${color}" stroke-width="${width}" ` +
    `stroke-linecap="round" stroke-linejoin="round"/>`
  );
}

export function ring(x: number, y: number, radius: number, [color, width]: [string, number]) {
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="none" stroke="${color}" ` +
    `stroke-width="${width}"/>`
  );
}

/** The outline of an ellipse. */
export function hoop(
  [x, y]: readonly [number, number],
  [rx, ry]: readonly [number, number],
  [color, width]: readonly [string, number],
): string {
  return (
    `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="none" stroke="${color}" ` +
    `stroke-width="${width}"/>`
  );
}

/** Turns parts around a point. */
export function turned(degrees: number, [x, y]: readonly [number, number], inner: string): string {
  return `<g transform="rotate(${degrees} ${x} ${y})">${inner}</g>`;
}

/** Moves parts. */
export function moved(x: number, y: number, inner: string): string {
  return `<g transform="translate(${x} ${y})">${inner}</g>`;
}

/** The parts and their mirror image about the middle of the picture. */
export function mirrored(inner: string): string {
  return `${inner}<g transform="matrix(-1 0 0 1 480 0)">${inner}</g>`;
}

/** Repeats a part with its 0-based number. */
export function times(count: number, part: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => part(at)).join("");
}
