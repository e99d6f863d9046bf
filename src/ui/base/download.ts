/** Gives the user a file. */

/** The browser may read it late; then the address is given up (ms). */
const KEPT = 60_000;

export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
