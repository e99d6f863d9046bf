/**
 * Writes a GGUF file (v3) of a model that can be read by eye: a llama of one block whose attention and feed-forward add
 * nothing, so that each token alone decides the next. What it says is therefore known: `words`, one after the other, once
 * the prompt is through; or `json`, where a grammar lets it say nothing else.
 *
 *   embedding of token t = a one at place t → norm → √size at place t → output row of the token after t: STRENGTH at place t
 */
export interface GgufPlan {
  /** Each must differ from the others: a token is followed by one token only. */
  readonly words: readonly string[];
  /** Said instead of the words when a grammar forbids them. */
  readonly json?: string;
  /** After the last word it begins anew, and only the limit of the answer ends it. */
  readonly endless?: boolean;
  readonly context?: number;
}

const CHATML =
  "{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}" +
  "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

const HEAD = 32;
/** Times √size this is the lead of the next token in the logits: sampling at any temperature will take it. */
const STRENGTH = 5;

export function makeGguf({ words, json, endless = false, context = 4_096 }: GgufPlan): Uint8Array {
  const vocabulary = vocabularyOf([...words, ...(json === undefined ? [] : [json])]);
  const size = Math.ceil(vocabulary.length / HEAD) * HEAD;
  const tokenOf = (text: string) => vocabulary.findIndex((token) => token.text === text);
  const spoken = words.map((word) => tokenOf(shown(word)));
  const [first = END] = spoken;
  const newline = tokenOf("<0x0A>");

  const output = new Float32Array(size * vocabulary.length);
  const follow = (before: number, after: number, strength = STRENGTH) => {
    output[after * size + before] = strength;
  };
  follow(newline, first);
  spoken.forEach((token, at) => follow(token, spoken[at + 1] ?? (endless ? first : END)));
  if (json !== undefined) {
    follow(newline, tokenOf(shown(json)), STRENGTH * 0.8);
    follow(tokenOf(shown(json)), END);
  }
  const embedding = new Float32Array(size * vocabulary.length);
  vocabulary.forEach((_, token) => (embedding[token * size + token] = 1));

  return assemble(metadataOf(vocabulary, { size, context }), tensorsOf(vocabulary.length, size, { embedding, output }));
}

const END = 2;

interface Token {
  readonly text: string;
  readonly score: number;
  /** llama.cpp's kinds: 1 normal, 2 unknown, 3 control, 6 byte. */
  readonly kind: number;
}

/** SentencePiece writes a space so. */
const shown = (text: string): string => text.replaceAll(" ", "▁");

function vocabularyOf(spoken: readonly string[]): readonly Token[] {
  const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, "0")}>`);
  return [
    { text: "<unk>", score: 0, kind: 2 },
    ...["<s>", "</s>", "<|im_start|>", "<|im_end|>"].map((text) => ({ text, score: 0, kind: 3 })),
    ...bytes.map((text) => ({ text, score: 0, kind: 6 })),
    ...spoken.map((text, at) => ({ text: shown(text), score: -1 - at, kind: 1 })),
  ];
}

function metadataOf(vocabulary: readonly Token[], { size, context }: { size: number; context: number }): Bytes[] {
  return [
    pair("general.architecture", text("llama")),
    pair("general.name", text("one word after the other")),
    pair("general.file_type", u32(0)),
    pair("llama.context_length", u32(context)),
    pair("llama.embedding_length", u32(size)),
    pair("llama.block_count", u32(1)),
    pair("llama.feed_forward_length", u32(HEAD)),
    pair("llama.attention.head_count", u32(size / HEAD)),
    pair("llama.attention.head_count_kv", u32(1)),
    pair("llama.attention.key_length", u32(HEAD)),
    pair("llama.attention.value_length", u32(HEAD)),
    pair("llama.attention.layer_norm_rms_epsilon", f32(1e-5)),
    pair("llama.rope.dimension_count", u32(HEAD)),
    pair("llama.vocab_size", u32(vocabulary.length)),
    pair("tokenizer.ggml.model", text("llama")),
    pair("tokenizer.ggml.tokens", list(vocabulary.map((token) => text(token.text)))),
    pair("tokenizer.ggml.scores", list(vocabulary.map((token) => f32(token.score)))),
    pair("tokenizer.ggml.token_type", list(vocabulary.map((token) => i32(token.kind)))),
    pair("tokenizer.ggml.bos_token_id", u32(1)),
    pair("tokenizer.ggml.eos_token_id", u32(END)),
    pair("tokenizer.ggml.unknown_token_id", u32(0)),
    pair("tokenizer.ggml.add_bos_token", flag(true)),
    pair("tokenizer.ggml.add_space_prefix", flag(false)),
    pair("tokenizer.chat_template", text(CHATML)),
  ];
}

interface Tensor {
  readonly name: string;
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

function tensorsOf(
  vocabulary: number,
  size: number,
  { embedding, output }: { readonly embedding: Float32Array; readonly output: Float32Array },
): readonly Tensor[] {
  const ones = (name: string): Tensor => ({ name, shape: [size], values: new Float32Array(size).fill(1) });
  const zeros = (name: string, columns: number, rows: number): Tensor => ({
    name,
    shape: [columns, rows],
    values: new Float32Array(columns * rows),
  });
  return [
    { name: "token_embd.weight", shape: [size, vocabulary], values: embedding },
    { name: "output.weight", shape: [size, vocabulary], values: output },
    ones("output_norm.weight"),
    ones("blk.0.attn_norm.weight"),
    zeros("blk.0.attn_q.weight", size, size),
    zeros("blk.0.attn_k.weight", size, HEAD),
    zeros("blk.0.attn_v.weight", size, HEAD),
    zeros("blk.0.attn_output.weight", size, size),
    ones("blk.0.ffn_norm.weight"),
    zeros("blk.0.ffn_gate.weight", size, HEAD),
    zeros("blk.0.ffn_up.weight", size, HEAD),
    zeros("blk.0.ffn_down.weight", HEAD, size),
  ];
}

/** Header, metadata, the tensors' places, and from the next multiple of 32 on their values. */
function assemble(metadata: readonly Bytes[], tensors: readonly Tensor[]): Uint8Array {
  let offset = 0;
  const places = tensors.map(({ name, shape, values }) => {
    const place = joined(string(name), raw32(shape.length), ...shape.map(raw64), raw32(0), raw64(offset));
    offset += aligned(values.byteLength);
    return place;
  });
  const head = joined(
    new TextEncoder().encode("GGUF"),
    raw32(3),
    raw64(tensors.length),
    raw64(metadata.length),
    ...metadata,
    ...places,
  );
  const file = new Uint8Array(aligned(head.length) + offset);
  file.set(head);
  let at = aligned(head.length);
  for (const { values } of tensors) {
    file.set(new Uint8Array(values.buffer), at);
    at += aligned(values.byteLength);
  }
  return file;
}

const aligned = (length: number): number => Math.ceil(length / 32) * 32;

type Bytes = Uint8Array;

interface Value {
  /** GGUF's number of the type: 4 u32, 5 i32, 6 f32, 7 bool, 8 string, 9 array. */
  readonly type: number;
  readonly bytes: Bytes;
}

const made = (length: number, write: (view: DataView) => void): Bytes => {
  const bytes = new Uint8Array(length);
  write(new DataView(bytes.buffer));
  return bytes;
};
const raw32 = (number: number): Bytes => made(4, (view) => view.setUint32(0, number, true));
const raw64 = (number: number): Bytes => made(8, (view) => view.setBigUint64(0, BigInt(number), true));
const string = (words: string): Bytes => {
  const bytes = new TextEncoder().encode(words);
  return joined(raw64(bytes.length), bytes);
};

const u32 = (number: number): Value => ({ type: 4, bytes: raw32(number) });
const i32 = (number: number): Value => ({ type: 5, bytes: raw32(number) });
const f32 = (number: number): Value => ({ type: 6, bytes: made(4, (view) => view.setFloat32(0, number, true)) });
const flag = (is: boolean): Value => ({ type: 7, bytes: Uint8Array.of(is ? 1 : 0) });
const text = (words: string): Value => ({ type: 8, bytes: string(words) });
const list = (values: readonly Value[]): Value => ({
  type: 9,
  bytes: joined(raw32(values[0]?.type ?? 4), raw64(values.length), ...values.map(({ bytes }) => bytes)),
});
const pair = (key: string, { type, bytes }: Value): Bytes => joined(string(key), raw32(type), bytes);

function joined(...pieces: readonly Bytes[]): Bytes {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
