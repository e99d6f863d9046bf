/** Sentences about pages of the web that could not be fetched, for the Model. */
export const pageWords = {
  refused: (url: string, { status, statusText }: Response) =>
    `${url} answered ${status} ${statusText}. Check the address, or try another source.`,
  noText: (url: string, type: string) => `${url} is no text but ${type}, which can't be read here.`,
  cutOff: "The page stopped coming before it was whole. Try again, or another source.",
  goesOn: (megabytes: number) => `(The page goes on; its first ${megabytes} MB were read.)`,
  fetched: "Fetched from the site itself; these are its own words.",
};
