/** Sentences for a sub-agent that works on Memory files, and for the Model that called it. */
export const subAgentWords = {
  noFile: (path: string) => `There is no “${path}” yet. Use write_file to begin it.`,
  notInFile: (path: string) => `That text does not stand in “${path}”. Read it again.`,
  severalTimes: (path: string, count: number) => `That text stands in “${path}” ${count} times. Say more of it.`,
  withheld: (path: string, why: string) => `“${path}” can't be used: ${why}.`,
  pinned: (line: string) => `“${line}” is pinned by the person: leave that line as it is.`,
  tooLong: (path: string) => `That is too long for a memory. Keep “${path}” short.`,
  keptPrivate: (path: string, home: string) =>
    `“${path}” is left as it is: the person wants this kept privately, so write only below ${home}.`,

  ended: {
    done: "",
    "out-of-steps": "It was stopped after its last step.",
    "out-of-time": "It was stopped when its time was over.",
    failed: "It failed.",
  },
  changed: (paths: readonly string[]) => `Changed: ${paths.join(", ")}. The user can take it back.`,
  nothingChanged: "Nothing was changed.",
};
