/**
 * A treemap that keeps the order of what it draws: rows from the top, each filled from its start, areas in proportion.
 * R1 The area of each rectangle is its share of the whole; together they fill it, without overlap.
 * R2 A row takes on the next while that makes its rectangles less oblong.
 */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A rectangle for each size, in their order. All sizes have to be above zero. */
export function treemap(sizes: readonly number[], width: number, height: number): readonly Rect[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (!(total > 0)) return sizes.map(() => ({ x: 0, y: 0, width: 0, height: 0 }));
  const scale = (width * height) / total;
  const rects: Rect[] = [];
  let y = 0;
  for (let from = 0; from < sizes.length;) {
    let to = from + 1;
    let area = sizes[from]! * scale;
    let worst = oblongness(sizes.slice(from, to), scale, area, width);
    for (; to < sizes.length; to++) {
      const wider = area + sizes[to]! * scale;
      const next = oblongness(sizes.slice(from, to + 1), scale, wider, width);
      if (next > worst) break;
      worst = next;
      area = wider;
    }
    const rowHeight = to === sizes.length ? height - y : area / width;
    let x = 0;
    for (let at = from; at < to; at++) {
      const own = at === to - 1 ? width - x : (sizes[at]! * scale * width) / area;
      rects.push({ x, y, width: Math.max(0, own), height: Math.max(0, rowHeight) });
      x += own;
    }
    y += rowHeight;
    from = to;
  }
  return rects;
}

/** The mean ratio of the longer to the shorter side, weighted by size; 1 is a square. */
function oblongness(sizes: readonly number[], scale: number, area: number, width: number): number {
  const height = area / width;
  const sum = sizes.reduce((all, size) => {
    const own = (size * scale) / height;
    return all + size * Math.max(own / height, height / Math.max(own, 1e-9));
  }, 0);
  return (sum * scale) / area;
}
