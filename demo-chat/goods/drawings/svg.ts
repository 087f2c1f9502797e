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
