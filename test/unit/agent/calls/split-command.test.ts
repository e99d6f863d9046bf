import * as fc from "fast-check";
import { expect, test } from "vitest";
import { splitCommand } from "../../../../src/agent/calls/split-command.js";

/** The pieces as lines: words, and `>` where output goes to a file. */
async function pieces(command: string) {
  const split = await splitCommand(command);
  return split === "unreadable" ? split : split.map(({ words, writes }) => words.join(" ") + (writes ? " >" : ""));
}

test.each([
  ["ls -la", ["ls -la"]],
  ["git log | head -5 && echo done; rm x &", ["git log", "head -5", "echo done", "rm x"]],
  ["echo $(rm -rf /) `whoami`", ["echo  ", "rm -rf /", "whoami"]],
  ['echo "a $(cat b)"', ["echo ", "cat b"]],
  ["for f in *; do cat $f; done", ["cat "]],
  ["if test -f a; then make; fi", ["test -f a", "make"]],
  ["(cd a; make) > log", ["cd a >", "make >"]],
  ["make > log 2>&1", ["make >"]],
  ["make 2>/dev/null", ["make"]],
  ["cat < a <(ls)", ["cat ", "ls"]],
  ["'l's -a", ["ls -a"]],
  ["$CMD x", [" x"]],
  ["make &> 1", ["make >"]],
  ["make >&2", ["make"]],
  ["echo $((1 + 2)) ${x:1:2} ${a[0]} ${a[@]}", ["echo    "]],
])("%s is made of %j", async (command, expected) => expect(await pieces(command)).toEqual(expected));

test.each(["echo 'open", "f() { ls; }; f", "PATH=. ls", "x=1", "", "if true", "a".repeat(30_000)])(
  "%.40s is asked about as a whole",
  async (command) => expect(await pieces(command)).toBe("unreadable"),
);

test.each([
  "x='a[$(rm b)]'; echo $((x))",
  "x='a[$(rm b)]'; (( x )); echo",
  "x='a[$(rm b)]'; [[ $x -eq 0 ]]; echo",
  "[[ -v 'a[$(rm b)]' ]]; echo",
  "x='a[$(rm b)]'; echo ${!x}",
  "x='a[$(rm b)]'; echo ${y:x}",
  "x='a[$(rm b)]'; echo ${y[x]}",
  "x='a[$(rm b)]'; y[x]=1; echo",
  "x='$(rm b)'; echo ${x@P}",
  "for ((i = x; i < 1; i++)); do echo; done",
  "PATH=/workspace/bin; cat a",
  "> a; cat b",
])("what the shell evaluates only when it runs is asked about as a whole: %s", async (command) =>
  expect(await pieces(command)).toBe("unreadable"),
);

test("P4: whatever it is given, it gives pieces or says that it can't", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: fc.constantFrom(..."abc $(){}`'\"|&;<>\\\n=#![]*") }), async (command) => {
      const split = await splitCommand(command);
      return split === "unreadable" || split.every(({ words }) => words.length > 0);
    }),
  );
});
