/** Sentences about searches of files that were stopped. The Model and the user read them. */
export const fileSearchWords = {
  tookTooLong: (seconds: number, progress: string) =>
    `The search was stopped after ${seconds} s${progress === "" ? "" : `, at ${progress}`}; no file was changed. ` +
    "Either the pattern takes forever on some line (as (a+)+ does: don't repeat what repeats), or there is too much to search: " +
    "make the pattern simpler, or narrow dir_path and include_pattern.",
};
