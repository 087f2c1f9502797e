import type { PlainRequest, RecipeStep } from "./recipes.ts";

/**
 * A request as a shell command. `$NAME` stands for what an earlier step kept: the shell fills it
 * in, and so can anything else that replaces text.
 */
export function curlOf(request: RecipeStep["request"], baseUrl: string): string {
  if (!("tool" in request)) {
    const post = request.method === "POST" ? " -X POST" : "";
    const address = baseUrl + pathOf(request);
    return `curl -sS --fail-with-body${post} "${address}" -H "Accept: application/json"`;
  }
  const { tool, key, arguments: args } = request;
  return [
    `curl -sS --fail-with-body "${baseUrl}/api/agent" \\`,
    ...(key === undefined ? [] : [`  -H "Authorization: Bearer $${key}" \\`]),
    '  -H "Content-Type: application/json" --data-binary @- <<JSON',
    JSON.stringify({ tool, arguments: args }, null, 2).replace(NUMBER, "$1"),
    "JSON",
  ].join("\n");
}

/** A number stands without quotes. */
const NUMBER = /"(\$[A-Z_]+_CREDITS)"/g;

function pathOf({ path, values }: PlainRequest): string {
  const entries = Object.entries(values);
  const filled = entries.reduce(
    (done, [name, value]) => done.replace(`{${name}}`, String(value)),
    path,
  );
  const query = entries
    .filter(([name]) => !path.includes(`{${name}}`))
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%20", "+")}`);
  return query.length === 0 ? filled : `${filled}?${query.join("&")}`;
}
