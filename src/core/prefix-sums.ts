/** The first place whose running sum is at least `target`, or the length if there is none. Takes log₂ n steps. */
export function firstAtLeast(sums: readonly number[], target: number): number {
  let low = 0;
  let high = sums.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle]! >= target) high = middle;
    else low = middle + 1;
  }
  return low;
}
