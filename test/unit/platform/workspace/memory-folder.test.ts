/** What of a real `~/.gemini` comes in: Memories and Commands, and nothing else that lies there (M1). */
import { expect, test } from "vitest";
import { memoriesIn, memoriesOf, zipMemories } from "../../../../src/platform/workspace/memory-folder.js";
import { createMemoryWorkspace } from "../../../support/memory-workspace.js";

const tree = {
  "GEMINI.md": "# Mine\n",
  "settings.json": '{ "apiKey": "swordfish" }',
  "policies.toml": "x = 1",
  commands: { "review.toml": 'prompt = "Review"', git: { "log.toml": 'prompt = "Tell"', "run.sh": "rm -rf" } },
};
const wanted = ["GEMINI.md", "commands/git/log.toml", "commands/review.toml"];
const pathsOf = (copies: readonly { readonly path: string }[]) => copies.map(({ path }) => path).toSorted();

test("from a folder", async () => {
  const folder = createMemoryWorkspace({ id: "home", name: ".gemini", tree });
  expect(pathsOf(await memoriesIn(folder))).toEqual(wanted);
});

test.each(["", ".gemini/"])("from a zip, with “%s” before each path", async (root) => {
  const paths = [...wanted, "settings.json", "policies.toml"];
  const zip = zipMemories(paths.map((path) => ({ path: root + path, text: "x" })));
  expect(pathsOf(await memoriesOf([new File([zip], "gemini.zip")]))).toEqual(wanted);
});
