/** Sentences about commands and scripts that were refused, stopped or killed. The Model and the user read them. */
export const runWords = {
  scriptKilled: (seconds: number) =>
    `The script was killed after ${seconds} s. It took too long or too much memory: do less in one run.`,
  scriptStopped: (seconds: number) =>
    `The script was stopped after ${seconds} s. Do less in one run, or look for a loop that does not end.`,
  waitsForever: "The script waits for something that never comes.",
  resultTooLong: (chars: number, most: number) =>
    `The script gave back ${chars} characters, and ${most} is the most. Return less: a count, a part, a summary.`,
  overLimits: (message: string) =>
    `The script ran over the engine's limits of memory or depth (${message}). Recurse less deeply and hold less at once.`,
  notReadable: (path: string, why: string) => `“${path}” can't be read: ${why}.`,
  tooBig: (path: string, megabytes: number) => `“${path}” is over ${megabytes} MB: too big to be read by a script.`,
  noEngine: "The engine for scripts could not be loaded. Try again when the app is online.",

  commandKilled: (seconds: number) =>
    `The command was killed after ${seconds} s, and no file was changed. Either it hangs (a pattern like (a+)+ does, and a loop ` +
    "without end), or it has too much to do: make it simpler, or let it work on fewer files.",
  commandEnded: (message: string) => `bash: ${message}\nThe command ended there, and nothing of it was kept.\n`,
  unpacksTooLarge: "gzip: what it unpacks to is too large",
  // These stand after the code of a shell's error and its colon.
  rootStays: "the workspace's own folder stays where it is",
  gitIsGuarded: "what is in .git is not changed by commands",
  mostFiles: (files: number) => `a command can change ${files} files at most`,
  mostMegabytes: (megabytes: number) => `a command can change ${megabytes} MB at most`,
  noLinks: "a browser can make no links",
};
