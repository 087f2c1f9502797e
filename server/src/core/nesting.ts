/** Whether a JSON value is nested deeper than code that calls itself for each level can read. */
export function isNestedBeyond(depthMax: number, value: unknown): boolean {
  const open = [{ value, depth: 0 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value: at, depth } = next;
    if (typeof at !== "object" || at === null) continue;
    if (depth === depthMax) return true;
    for (const member of Object.values(at)) open.push({ value: member, depth: depth + 1 });
  }
  return false;
}
