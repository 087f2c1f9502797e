import type { RecipeStep } from "./recipes.ts";

/**
 * A request as a shell command. `$NAME` stands for what an earlier step kept: the shell fills it
 * in, and so can anything else that replaces text.
 */
export function curlOf(request: RecipeStep["request"], baseUrl: string): string {
  if (!("tool" in request)) {
    const address = request.address.startsWith("$") ? request.address : baseUrl + request.address;
    const post = request.method === "POST" ? " -X POST" : "";
    return `curl -sS --fail-with-body${post} "${address}" -H "Accept: application/json"`;
  }
  const { tool, key, arguments: args } = request;
  return [
    `curl -sS --fail-with-body "${baseUrl}/api/agent" \\`,
    ...(key === undefined ? [] : [`  -H "Authorization: Bearer $${key}" \\`]),
    '  -H "Content-Type: application/json" --data-binary @- <<JSON',
    JSON.stringify({ tool, arguments: args }, null, 2),
    "JSON",
  ].join("\n");
}
