/** The closest match for a misspelt name. */

/** The length of short names, in letters. */
const SHORT = 4;

/**
 * The known name that differs from this name in at most a third of its letters, and in at most `most`; `undefined`
 * without one. Short names may only differ in one letter or in the order of two, because many short names differ in
 * two letters.
 */
export function closest(name: string, known: readonly string[], most = Infinity): string | undefined {
  const [best] = known.map((other) => ({ other, far: distance(name.toLowerCase(), other.toLowerCase()) })).sort((one, two) => one.far - two.far);
  if (best === undefined) return undefined;
  const isShort = Math.min(name.length, best.other.length) <= SHORT;
  return best.far <= Math.min(most, isShort ? 1 : Math.ceil(best.other.length / 3)) ? best.other : undefined;
}

/** The edit distance of two names: inserted, removed, changed, and swapped letters. */
function distance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const exchanged = isExchanged ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min(changed, exchanged, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row[other.length] ?? 0;
}
