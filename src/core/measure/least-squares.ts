/** A small system of linear equations, symmetric and positive definite, as least squares around an expectation gives. */

/** x of matrix · x = right, by Cholesky. Neither argument is changed. */
export function solve(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const size = right.length;
  const lower = matrix.map((row) => row.map(() => 0));
  for (let row = 0; row < size; row++) {
    for (let at = 0; at <= row; at++) {
      let sum = matrix[row]![at]!;
      for (let k = 0; k < at; k++) sum -= lower[row]![k]! * lower[at]![k]!;
      lower[row]![at] = row === at ? Math.sqrt(Math.max(sum, Number.EPSILON)) : sum / lower[at]![at]!;
    }
  }
  const x = [...right];
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < row; k++) x[row]! -= lower[row]![k]! * x[k]!;
    x[row]! /= lower[row]![row]!;
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) x[row]! -= lower[k]![row]! * x[k]!;
    x[row]! /= lower[row]![row]!;
  }
  return x;
}
