/** Calls back with the width of an element whenever its size changes, while it is on the page. */
import type { ReactiveElement } from "lit";

export function whenResized(host: ReactiveElement, act: (width: number) => void): void {
  const observer = new ResizeObserver(([entry]) => act(entry!.contentRect.width));
  host.addController({ hostConnected: () => observer.observe(host), hostDisconnected: () => observer.disconnect() });
}
