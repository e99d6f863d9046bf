/** Numbers in the form that texts show. */

export const number = new Intl.NumberFormat("en");
export const counted = (count: number, one: string, many: string): string =>
  `${number.format(count)} ${count === 1 ? one : many}`;
