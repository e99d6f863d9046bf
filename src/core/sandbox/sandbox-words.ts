/** Sentences about addresses that are not fetched. */
export const webAddressWords = {
  refused: (said: string, why: string) => `“${said.slice(0, 200)}” ${why}. Nothing was fetched.`,
  noAddress: "is no address. Give a whole one: https://example.com/page",
  notHttps: "does not start with https://, and nothing else is read",
  hasPassword: "has a name or a password in it. Leave them out",
  isPrivate: "lies on this machine or in its network, which pages from outside have no business in",
};
