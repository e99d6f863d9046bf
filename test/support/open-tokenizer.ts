/** Our tokenizer over the vocabulary that a build would ship. */
import { gunzipSync } from "node:zlib";
import { packedVocabulary } from "../../src/build/vocabulary.js";
import { openTokenizer, type Tokenizer } from "../../src/core/tokens/tokenizer.js";

let tokenizer: Tokenizer | undefined;

export const unpackedVocabulary = (): Uint8Array => gunzipSync(packedVocabulary());
export const sharedTokenizer = (): Tokenizer => (tokenizer ??= openTokenizer(unpackedVocabulary()));
