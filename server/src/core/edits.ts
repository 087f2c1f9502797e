/**
 * How many letters must be inserted, removed, replaced or swapped with their neighbour to turn one
 * text into the other (optimal string alignment); above `max` some larger number.
 */
export function editsBetween(left: string, right: string, max: number): number {
  if (Math.abs(left.length - right.length) > max) return max + 1;
  const rows = [Array.from({ length: right.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? max + 1;
  for (let row = 1; row <= left.length; row += 1) {
    const next = [row];
    rows.push(next);
    for (let column = 1; column <= right.length; column += 1) {
      const isSame = left[row - 1] === right[column - 1];
      const isSwapped =
        row > 1 &&
        column > 1 &&
        left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      next.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : max + 1,
        ),
      );
    }
  }
  return at(left.length, right.length);
}
