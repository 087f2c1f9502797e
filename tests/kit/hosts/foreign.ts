/**
 * A package that only tests run, from `tests/tools`. Its types stay outside: the kit describes what
 * it uses of each by structure, and the tests do the same.
 */
export function importForeign<Module extends object>(path: string): Promise<Module> {
  return import(new URL(`../../tools/node_modules/${path}`, import.meta.url).href);
}
