/** Looks into running sums, which never fall: where a budget ends is found in a few steps, however long the History. */

/** The first place whose sum is at least `target`; behind the last if there is none. */
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
