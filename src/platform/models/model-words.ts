/** Sentences and figures that all providers of Models word alike. */
export const stoppedWords = "The request was stopped.";

/** A figure with its thousands apart: 1,048,576. */
export const grouped = (count: number): string => count.toLocaleString("en");

/** A span of time, rounded up: “a second”, “30 seconds”, “2 minutes”. */
export function spanOfTime(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 100) return seconds === 1 ? "a second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 100 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
