/** Names of Models: as users, files and other programs write them, whose they are, and what their provider's description says. */
import { providers, type Provider, type ProviderId } from "./providers.js";

/** The name that is meant: `pro` and `models/gemini-2.5-pro` are both `gemini-2.5-pro`. */
export const modelMeant = (said: string): string =>
  providers.reduce((name, { meant }) => (meant ? meant(name) : name), said);

/** The provider whose Model a name means, whether or not it has one of that name. */
export const providerOf = (name: string): Provider =>
  providers.find((provider) => claims(provider, name)) ?? providers.find(({ names }) => names === undefined)!;

const claims = ({ names }: Provider, name: string): boolean =>
  names !== undefined && (names.endsWith("/") ? name.startsWith(names) : name === names);

/** The name of a provider's only Model, or how the names of all begin; empty for the provider of all names that no other has. */
export const namesOf = (id: ProviderId): string => providers.find((provider) => provider.id === id)!.names ?? "";

/** Whether a name may be chosen though it is not listed. */
export const isChoosable = (name: string, addresses: Readonly<Record<string, unknown>>): boolean => {
  const { takes, address } = providerOf(name);
  return takes?.(name, String(address ? addresses[address.key] : "")) ?? false;
};

/** Whether a Model finds and quotes by rules: then it judges, summarises and writes nothing, and follows no prompt (G3). */
export const onlyQuotes = (name: string): boolean => providerOf(name).onlyQuotes ?? false;
