import { expect, test } from "vitest";
import { bringsFiles, folderDropped } from "../../../src/platform/workspace/dropped.js";

// A real drop of a real folder is in test/e2e/real-folder-workspace.test.ts; here is what is no folder.
function drop(fill: (data: DataTransfer) => void): DragEvent {
  const dataTransfer = new DataTransfer();
  fill(dataTransfer);
  return new DragEvent("drop", { dataTransfer });
}
const text = drop((data) => data.setData("text/plain", "words"));
const file = drop((data) => data.items.add(new File(["x"], "x.txt")));

test("a dragged text is left alone", async () => {
  expect(bringsFiles(text)).toBe(false);
  await expect(folderDropped(text)).rejects.toMatchObject({ name: "TypeMismatchError" });
  await expect(folderDropped(new DragEvent("drop"))).rejects.toMatchObject({ name: "TypeMismatchError" });
});

test("a dragged file is ours to take, and refused with a sentence", async () => {
  expect(bringsFiles(file)).toBe(true);
  await expect(folderDropped(file)).rejects.toMatchObject({ name: "TypeMismatchError" });
});

test("a browser that cannot give the folder says so", async () => {
  const prototype = DataTransferItem.prototype as Partial<DataTransferItem>;
  const { getAsFileSystemHandle } = prototype;
  delete prototype.getAsFileSystemHandle;
  const told = { name: "NotSupportedError", message: expect.stringContaining("sample workspace") };
  await expect(folderDropped(file)).rejects.toMatchObject(told);
  prototype.getAsFileSystemHandle = getAsFileSystemHandle;
});
