/** Lines that changed, with the number of lines in common left out. */
export function difference(before: string, after: string): string[] {
  if (before === after) return [];
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  const shorter = Math.min(old.length, fresh.length) - start;
  while (end < shorter && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const [removed, added] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)];
  if (removed.length * added.length > cellsMax) return [...removed.map(minus), ...added.map(plus)];
  return changedLines(removed, added);
}

/** Beyond, all lines between the first and the last that differ count as changed. */
const cellsMax = 4_000_000;
const minus = (line: string): string => `- ${line}`;
const plus = (line: string): string => `+ ${line}`;

/** By the longest common subsequence. */
function changedLines(removed: readonly string[], added: readonly string[]): string[] {
  const width = added.length + 1;
  const common = new Uint32Array((removed.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = removed.length - 1; row >= 0; row -= 1) {
    for (let column = added.length - 1; column >= 0; column -= 1) {
      common[row * width + column] =
        removed[row] === added[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < removed.length || column < added.length) {
    if (row < removed.length && column < added.length && removed[row] === added[column]) {
      row += 1;
      column += 1;
    } else if (
      row < removed.length &&
      (column === added.length || at(row + 1, column) >= at(row, column + 1))
    ) {
      lines.push(minus(removed[row] ?? ''));
      row += 1;
    } else {
      lines.push(plus(added[column] ?? ''));
      column += 1;
    }
  }
  return lines;
}
