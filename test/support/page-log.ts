/** The Log as it stands in the page's database: read past the app, to check what the app says. */
import type { Page } from "playwright";
import type { LogRecord } from "../../src/core/log/log.js";

export const readLog = (page: Page): Promise<LogRecord[]> => page.evaluate(readRecords) as Promise<LogRecord[]>;

/** Runs in the page, so it stands alone. Blobs stay references. */
async function readRecords(): Promise<unknown[]> {
  const asked = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error as Error);
    });
  const db = await asked(indexedDB.open("palimpsest"));
  const records = await asked(db.transaction("records").objectStore("records").getAll());
  db.close();
  return records;
}
