/** The screen with a made-up Agent behind it, to look at: `?state=` chooses which state of affairs. */
import "../../../src/ui/shell/app-shell.js";
import { FakeAgent } from "../fake-agent.js";
import { fakeDoor } from "../fake-door.js";
import { asks, tallyFile } from "./asks.js";
import { sampleAnswer } from "./sample-answer.js";
import type { Outcome } from "../../../src/core/log/outcome.js";

const wanted = new URLSearchParams(location.search).get("state") ?? "full";
const empty = wanted === "empty";

const agent = new FakeAgent({
  answer: () => sampleAnswer,
  pace: () => new Promise((resolve) => setTimeout(resolve, 12)),
  // "ask edit" and the like: the last word names what is asked for.
  asks: (text) => asks[text.split(" ").at(-1)!],
  ignored: ["build", "build/out.js"],
  ...(!empty && {
    files: {
      "README.md": "# Field notes\n\nWhat I saw, and when.\n",
      "notes/march.md": "Three herons at the weir.\n",
      "notes/april.md": "One heron.\n",
      "src/tally.py": tallyFile,
      "build/out.js": "0;\n",
    },
  }),
});

if (!empty) {
  agent.addSession("Rename config to settings everywhere", [{ said: "hello", answer: "Hello." }], 3);
  agent.addSession("Why the index is rebuilt twice", [{ said: "hello", answer: "Hello." }], 2);
  agent.addSession("שיחה על ציפורים", [{ said: "hello", answer: "Hello." }], 1);
  const id = agent.addSession("Counting herons by month", [
    { said: "How many herons did I note in March and April?\nCount each bird once.", answer: sampleAnswer },
    { said: "And in May?", answer: "There is no note for May yet.", outcome: { kind: "interrupted" } },
  ]);
  if (wanted === "map") {
    const lines = (count: number, what: string) =>
      Array.from({ length: count }, (_, at) => `${at + 1}\t${what} ${(at * 7919) % 997}`).join("\n");
    const read = (title: string, count: number) => ({
      name: "read_file",
      title,
      output: lines(count, `const ${title.length}`),
    });
    const mapped = agent.addSession("Where the index is rebuilt", [
      {
        said: "Why is the index rebuilt twice at the start?",
        answer: sampleAnswer,
        tools: [
          read("src/search/index.ts", 320),
          { name: "grep_search", title: "rebuild in src", output: lines(90, "src/search/index.ts: rebuild") },
        ],
      },
      {
        said: `Here is the log:\n${lines(120, "index opened, rebuilt in")}`,
        answer: "It is opened before the folder is known.",
        tools: [read("src/agent/index-keeper.ts", 240)],
      },
      {
        said: "Make it wait for the folder.",
        answer: "Done: it waits, and there is a test.",
        tools: [
          read("src/main.ts", 60),
          { name: "replace", title: "src/main.ts", output: "Replaced once." },
          { name: "run_shell_command", title: "npm test", output: lines(150, "passed test") },
        ],
      },
      { said: "And the worker?", answer: sampleAnswer },
    ]);
    location.hash = `#/session/${mapped}`;
  }
  if (wanted === "failed") {
    const failed = agent.addSession("A failed one", [
      {
        said: "Summarise it",
        answer: "",
        outcome: {
          kind: "failed",
          name: "ModelError",
          message:
            "The model’s server did not answer within a minute. Your message is kept; try again, or choose another model.",
        },
      },
    ]);
    location.hash = `#/session/${failed}`;
  }
  if (wanted === "looped" || wanted === "overflow") {
    const outcome: Outcome =
      wanted === "looped"
        ? { kind: "looped" }
        : {
            kind: "failed",
            name: "ContextOverflowError",
            message:
              "This message of about 1,310,720 tokens does not fit: 1,048,164 are left in the window of gemini-2.5-pro. It was not sent and is back in the composer; shorten it, or choose a model with a larger window.",
          };
    const ended = agent.addSession("One that ended otherwise", [
      { said: "Read the notes until you find a heron", answer: "I will read march.md again.", outcome },
    ]);
    location.hash = `#/session/${ended}`;
  }
  if (wanted === "elsewhere") agent.owner = "elsewhere";
  if (wanted === "read-only") {
    agent.storageState = {
      kind: "read-only",
      failure: {
        name: "QuotaExceededError",
        message: "The disk is full. Everything up to now is safe; export it, or make room and reload.",
      },
    };
  }
  if (wanted === "files") {
    const [librarian] = agent.modelChoices;
    const file = { description: "1.1 GB, run in this tab.", chosen: false, remote: false, file: "kept" } as const;
    agent.modelChoices = [librarian!, { ...file, name: "file/smollm2.gguf", label: "smollm2.gguf" }];
  }
  if (!location.hash) location.hash = `#/session/${id}`;
}

const shell = document.querySelector("app-shell")!;
Object.assign(shell, { port: agent, folders: fakeDoor(), updateReady: wanted === "update" });
Object.assign(globalThis, { agent });
