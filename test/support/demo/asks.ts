/** What a Tool may ask of the user, one of each kind, to look at. */
import type { FakeAsk } from "../fake-calls.js";

const before = `import re

NUMBERS = {"one": 1, "two": 2, "three": 3}


def tally(lines):
    """How many herons the lines name."""
    found = (re.search(r"(\\w+) herons?", line) for line in lines)
    return sum(NUMBERS.get(match[1], 1) for match in found if match)


def by_month(notes):
    """Counts for each month, in the order of the year."""
    result = {}
    for name, text in notes.items():
        result[name] = tally(text.split("\\n"))
    return result


def report(notes):
    for month, count in by_month(notes).items():
        print(month, count)


def birds(notes):
    """All kinds of birds that are named."""
    kinds = set()
    for text in notes.values():
        kinds.update(re.findall(r"heron|duck|swan", text))
    return kinds


if __name__ == "__main__":
    report({"march": "Three herons at the weir."})
`;

const after = before
  .replace("line) for line", "line, re.I) for line")
  .replace("NUMBERS.get(match[1], 1)", "NUMBERS.get(match[1].lower(), 1)")
  .replace('{"one": 1, "two": 2, "three": 3}', '{"one": 1, "two": 2, "three": 3, "four": 4}')
  .replace("        print(month, count)\n", '        print(f"{month:<10}{count:>4}")\n    print("-" * 14)\n')
  .replace("    report({", "    # a sample, until the notes are read\n    report({");

export const tallyFile = before;

export const asks: Readonly<Record<string, FakeAsk>> = {
  edit: {
    tool: "replace",
    title: "src/tally.py",
    proposal: {
      kind: "edit",
      path: "src/tally.py",
      before,
      after,
      remark: "One of the places was found without regard to white space.",
    },
    why: "The model has read a page from the web before; what it does next is asked about.",
  },
  create: {
    tool: "write_file",
    title: "notes/may.md",
    proposal: { kind: "edit", path: "notes/may.md", after: "# May\n\nNo herons.\n" },
  },
  run: {
    tool: "run_shell_command",
    title: "grep -rn heron notes | sort | uniq -c",
    proposal: {
      kind: "run",
      language: "bash",
      text: 'grep -rn "heron" notes | sort | uniq -c | while read -r count line; do\n  echo "$count: $line"\ndone',
    },
  },
  fetch: {
    tool: "web_fetch",
    title: "example.org",
    proposal: { kind: "fetch", address: "https://example.org/atlas/heron?region=north" },
  },
  commit: {
    tool: "git_commit",
    title: "Count herons whatever their case",
    proposal: {
      kind: "commit",
      message: "Count herons whatever their case\n\nSome notes begin with a capital.",
      files: ["src/tally.py", "notes/may.md"],
    },
  },
  question: {
    questions: [
      {
        header: "Counting",
        question: "How shall the same bird on two days be counted?",
        options: [
          { label: "Once", description: "If the place is the same" },
          { label: "Each day", description: "As the notes have it" },
        ],
      },
      {
        question: "Which months?",
        multiple: true,
        options: [{ label: "March" }, { label: "April" }, { label: "May" }],
      },
    ],
  },
};
