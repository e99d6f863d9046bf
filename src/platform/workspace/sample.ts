/** The workspace of the first run (U6): a small kitchen notebook in the browser's private file system. */
import { hasFile } from "./handle-paths.js";
import { writeTree, type Tree } from "./tree.js";

/** The folder `workspaces/sample`, for `FolderAccess.adopt`. It is filled once: the user's changes stay. */
export async function openSampleFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const workspaces = await root.getDirectoryHandle("workspaces", { create: true });
  const folder = await workspaces.getDirectoryHandle("sample", { create: true });
  // Under a lock, since two tabs may be opened at once.
  await navigator.locks.request("sample", () => fillOnce(workspaces, folder));
  return folder;
}

/** The name of the mark beside the folder, written last: a sample that is half written is finished the next time. */
const MARK = "sample-is-filled";

async function fillOnce(workspaces: FileSystemDirectoryHandle, folder: FileSystemDirectoryHandle): Promise<void> {
  if (await hasFile(workspaces, MARK)) return;
  await writeTree(folder, sample);
  await workspaces.getFileHandle(MARK, { create: true });
}

/** The app's own texts in a folder, by file, if the folder is the sample. */
export async function sampleTextsIn(
  folder: FileSystemDirectoryHandle,
): Promise<Readonly<Record<string, string>> | undefined> {
  const root = await navigator.storage.getDirectory();
  const place = await root.resolve(folder);
  return place?.join("/") === "workspaces/sample" ? { "GEMINI.md": instructions } : undefined;
}

/** Instructions for the Model about the sample. */
const instructions = `# About this notebook

- Amounts are metric: grams, millilitres, degrees Celsius.
- A recipe starts with its title, then a line "Serves N", then the list of amounts, then the steps.
- Amounts are written as "- 200 g lentils": number, unit if there is one, thing.
- Ben is allergic to nuts. Point it out whenever a recipe has any.
`;

export const sample: Tree = {
  "README.md": `# Kitchen notebook

A small project to try Palimpsest on. It lives in this browser alone: change it, break it, delete it.

- \`recipes/\` – two recipes, written for four people
- \`scale.js\` – works out the amounts for another number of guests
- \`plan.md\` – what is to be cooked this week, and what is still open
- \`GEMINI.md\` – what an assistant should know before it touches anything here

Things to ask:

- What do I need to buy for the plan of this week?
- Find every recipe with lentils.
- Why does scale.js give 4 eggs for 2 people?
`,
  "GEMINI.md": instructions,
  "plan.md": `# This week

| day | dish | guests |
| --- | --- | --- |
| Tuesday | lentil soup | 4 |
| Friday | spinach omelette | 2 |
| Sunday | lentil soup | 6 |

Open:

- [ ] shopping list for Friday and Sunday
- [ ] scale.js rounds in the wrong place
- [ ] a dessert without nuts, for Ben
`,
  "scale.js": `// The amounts of a recipe for another number of guests.
// TODO: halves, such as 1/2 onion, are not understood.
const amount = /^- (\\d+)( .*)$/;

function scale(recipe, guests) {
  const serves = Number(/^Serves (\\d+)$/m.exec(recipe)[1]);
  const factor = Math.ceil(guests / serves);
  return recipe
    .split("\\n")
    .map((line) => line.replace(amount, (_, number, rest) => \`- \${number * factor}\${rest}\`))
    .join("\\n");
}
`,
  recipes: {
    "lentil-soup.md": `# Lentil soup

Serves 4

- 250 g red lentils
- 2 carrots
- 1 onion
- 20 ml olive oil
- 1200 ml water
- 5 g cumin

1. Soften the chopped onion and carrots in the oil, about 8 minutes.
2. Stir in the cumin, then the rinsed lentils and the water.
3. Simmer for 20 minutes. Salt at the end, or the lentils stay hard.

TODO: try it with lemon.
`,
    "spinach-omelette.md": `# Spinach omelette

Serves 4

- 4 eggs
- 300 g spinach
- 40 g butter
- 30 g walnuts

1. Wilt the spinach in half the butter and press it dry.
2. Beat the eggs, let them set slowly in the rest of the butter.
3. Fold in the spinach, scatter the walnuts on top.
`,
  },
};
