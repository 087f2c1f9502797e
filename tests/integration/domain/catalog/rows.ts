export async function* linesOf(rows: readonly (object | string)[]) {
  for (const row of rows) {
    yield Buffer.from(`${typeof row === "string" ? row : JSON.stringify(row)}\n`);
  }
}

/** A row that passes; tests change what they are about. */
export function row(id: string, changes: object = {}): Record<string, unknown> {
  return {
    id,
    title: `Steel kettle ${id}`,
    price: 29.9,
    currency: "USD",
    imageUrl: `https://pictures.test/${id}.jpg`,
    link: `https://shop.test/p/${id}`,
    ...changes,
  };
}
