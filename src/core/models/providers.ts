/**
 * Providers of Models, described: whose Model a name means, what its provider needs of the user, and what is known of its
 * Models. Each has one entry here, and a folder in platform/models/ that opens its Models, joined in model-catalogue.ts.
 */
interface ProviderDescription {
  readonly id: string;
  /** The name of its only Model; or, with a slash at the end, the beginning of all its names. The provider without it has all other names. */
  readonly names?: string;
  /** Whether its Models run on this device or on the user's local server: no folder's file moves a user from there to the network (G4). */
  readonly isNear: boolean;
  /** Whether its Models find and quote by rules: they judge, summarise and write nothing, and follow no prompt (G3). */
  readonly onlyQuotes?: boolean;
  /** Whether the web's Tools, which are the provider's own, are offered beside a Model. */
  readonly searchesWeb?: (name: string) => boolean;
  readonly secret?: SecretField;
  readonly address?: AddressField;
  /** Whether a name may be chosen though it is not listed, with this address set. */
  readonly takes?: (name: string, address: string) => boolean;
  /** The full name for one that users, files or other programs write; any other name as it is. */
  readonly meant?: (said: string) => string;
  /** Input limits by the start of a name, so that dated and numbered versions are known too (T1). */
  readonly limits?: readonly (readonly [name: string, tokens: number])[];
}

/** A secret as the Settings dialog asks for it. It goes into the vault, and stands in no file (P2). */
interface SecretField {
  /** Its name in the vault, where users have it stored: it never changes. */
  readonly name: string;
  /** Whether none of its Models answers without it. */
  readonly isNeeded: boolean;
  readonly label: string;
  readonly hint: string;
  readonly stored: string;
  readonly save: string;
  readonly forget: string;
}

/** The Setting that has the provider's address. Its key stands in users' files: it never changes. */
interface AddressField {
  readonly key: `model.${string}`;
  readonly label: string;
  readonly hint: string;
}

/** The name that leaves the choice of a Model to the app (core/models/route.ts). */
export const AUTO = "auto";
/** The Models that `auto` chooses among. All are of one provider, and step in for each other. */
export const STRONG = "gemini-2.5-pro";
export const QUICK = "gemini-2.5-flash";
export const LIGHT = "gemini-2.5-flash-lite";

/** Gemini CLI's own short names. */
const GEMINI_ALIASES: Readonly<Record<string, string>> = {
  pro: STRONG,
  flash: QUICK,
  "flash-lite": LIGHT,
  "auto-gemini-3": AUTO,
  "auto-gemini-2.5": AUTO,
};

/** The providers, in the order in which their Models are listed. */
const described = [
  { id: "librarian", names: "librarian", isNear: true, onlyQuotes: true },
  {
    id: "gemini",
    isNear: false,
    searchesWeb: (name: string) => name === AUTO || name.startsWith("gemini-"),
    secret: {
      name: "gemini",
      isNeeded: true,
      label: "Gemini API key",
      hint: "Kept encrypted in this browser, sent only to the model’s server.",
      stored: "A key is stored. Type another to replace it.",
      save: "Store key",
      forget: "Forget key",
    },
    address: {
      key: "model.baseUrl",
      label: "API base URL",
      hint: "Where Gemini is asked. Leave empty for Google’s own. Must begin with https:// or be on this machine.",
    },
    /** Behind an address of the user's there may be any model. */
    takes: (name: string, address: string) =>
      /^(?:gem(?:ini|ma)-|(?:tunedM|m)odels\/)[\w.-]+$/.test(name) ||
      (address !== "" && name !== AUTO && /^\w(?!.*\.\.)[\w.:@/-]*$/.test(name)),
    meant: (said: string) =>
      Object.hasOwn(GEMINI_ALIASES, said) ? GEMINI_ALIASES[said]! : said.replace(/^models\/(?=gem)/, ""),
    limits: [
      ["gemini-1.5-pro", 2_097_152],
      ["gemini-1.5-flash", 1_048_576],
      ["gemini-2.0-flash", 1_048_576],
      ["gemini-2.5-pro", 1_048_576],
      ["gemini-2.5-flash", 1_048_576],
      ["gemini-3-pro", 1_048_576],
      ["gemini-3-flash", 1_048_576],
      ["gemini-3.1-pro", 1_048_576],
      ["gemini-3.1-flash", 1_048_576],
      ["gemini-3.5-flash", 1_048_576],
      ["gemini-3.8-flash", 1_048_576],
      ["gemma-4-31b-it", 256_000],
      ["gemma-4-26b-a4b-it", 256_000],
    ],
  },
  { id: "onDevice", names: "browser", isNear: true },
  {
    id: "localServer",
    names: "local/",
    isNear: true,
    secret: {
      name: "localServer",
      isNeeded: false,
      label: "Local server’s key",
      hint: "Only if your server asks for one. Kept encrypted in this browser, sent only to that server.",
      stored: "A key for the server is stored. Type another to replace it.",
      save: "Store server key",
      forget: "Forget server key",
    },
    address: {
      key: "model.localServer",
      label: "Local server",
      hint: "Address of a server with an OpenAI-style API, such as http://127.0.0.1:11434 for Ollama; empty for none.",
    },
  },
  { id: "modelFile", names: "file/", isNear: true },
] as const satisfies readonly ProviderDescription[];

type Described = (typeof described)[number];
type OneOf<Field extends "secret" | "address"> = Extract<Described, Readonly<Record<Field, unknown>>>[Field];

export type ProviderId = Described["id"];
export type SecretName = OneOf<"secret">["name"];
export type AddressKey = OneOf<"address">["key"];

export interface Secret extends SecretField {
  readonly name: SecretName;
}

export interface Provider extends ProviderDescription {
  readonly id: ProviderId;
  readonly secret?: Secret;
  readonly address?: AddressField & { readonly key: AddressKey };
}

export const providers: readonly Provider[] = described;
