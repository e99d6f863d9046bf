/** Downloads: files that the page gives to the user. */

/** Time after which the file's address is revoked (ms): the browser may begin to read late. */
const KEPT = 60_000;

export function download(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}
