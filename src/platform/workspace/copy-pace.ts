/** The progress of a copy, reported at intervals. */
import type { TellCopy } from "../../core/port/folder-port.js";

/** Milliseconds between two reports. */
const PAUSE = 100;

export function createPace(tell: TellCopy, { of, ofBytes }: { readonly of: number; readonly ofBytes?: number }) {
  let [files, bytes, last] = [0, 0, -PAUSE];
  const say = () => tell({ files, of, bytes, ...(ofBytes !== undefined && { ofBytes }) });
  const sayAtTimes = () => {
    const now = performance.now();
    if (now - last < PAUSE) return;
    last = now;
    say();
  };
  return {
    add(more: number) {
      bytes += more;
      sayAtTimes();
    },
    done() {
      files++;
      sayAtTimes();
    },
    end: say,
  };
}
