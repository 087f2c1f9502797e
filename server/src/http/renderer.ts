import { stat } from "node:fs/promises";

/**
 * `server/pages/NAME/server.tsx`, as Vite builds it. Undefined for a page without one and while the
 * pages are being built: then the script alone writes the page.
 */
export async function loadRenderer<Renderer>(name: string): Promise<Renderer | undefined> {
  const file = new URL(`../../pages/dist/server/${name}.js`, import.meta.url);
  const built = await stat(file).catch(() => undefined);
  if (built === undefined) return undefined;
  // A new build is another module.
  return import(`${file.href}?${built.mtimeMs}`);
}
