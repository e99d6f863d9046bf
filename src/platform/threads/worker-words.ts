/** Sentences about workers that fail or are stopped, and about the files that only workers open. */
export const workerWords = {
  failed: (name: string, message: string) => `The ${name} worker has failed: ${message || "it could not be started"}.`,
  unreadable: (name: string) => `What the ${name} worker sent could not be read.`,
  noAnswer: (name: string, seconds: number) => `The ${name} worker gave no answer in ${seconds} s and was stopped.`,
  stopped: (name: string) => `The ${name} worker was stopped.`,
  diskFull: "The disk, or this browser's share of it, is full.",
  notOurScript: (url: string) => `${url} is not a script of this app.`,
};
