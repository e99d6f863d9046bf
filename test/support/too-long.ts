/** How servers say that a request is too long: their words, the limit, and the size they counted where they name it. */
const texts: readonly (readonly [message: string, limit: number, sent?: number])[] = [
  ["The input token count (1200293) exceeds the maximum number of tokens allowed (1048576).", 1_048_576, 1_200_293],
  ["The input token count exceeds the maximum number of tokens allowed 1048576.", 1_048_576],
  ["Error: The input token count (81,881) exceeds the maximum number of tokens allowed (65,536).", 65_536, 81_881],
  ["The input token count (81881) exceeds the maximum number of input tokens allowed (65536).", 65_536, 81_881],
  [
    "Unable to submit request because the input token count is 1050000 but the model supports up to 1048576. Reduce it.",
    1_048_576,
    1_050_000,
  ],
  ["The input token count is 32770 but model only supports up to 32767.", 32_767, 32_770],
  [
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130000 tokens.",
    128_000,
    130_000,
  ],
  [
    "This model's maximum context length is 8192 tokens. However, you requested 9200 tokens (8200 in the messages, 1000 in the completion).",
    8_192,
    8_200,
  ],
  [
    "This model's maximum context length is 4096 tokens. However, your request has 5,001 input tokens. Please reduce them.",
    4_096,
    5_001,
  ],
  ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072, 537_812],
  ["Prompt is too long: 205000 tokens > 200000 maximum", 200_000, 205_000],
  ["prompt is too long (539 tokens, max 508)", 508, 539],
  ["the request exceeds the available context size (8192 tokens), try increasing it", 8_192],
  ["request (9000 tokens) exceeds the available context size (8192 tokens)", 8_192, 9_000],
  ["Requested tokens (600) exceed context window of 512", 512, 600],
  ["Trying to keep the first 5000 tokens. However, the model is loaded with context length of only 4096 tokens", 4_096],
  ["Invalid request: Your request exceeded model token limit: 131072 (requested: 140000)", 131_072, 140_000],
  [
    "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
    32_768,
    65_673,
  ],
  [
    '{"error":{"message":"{\\n \\"message\\": \\"The input token count (3475108) exceeds the maximum number of tokens allowed (1048576).\\""}}',
    1_048_576,
    3_475_108,
  ],
];

export const tooLongTexts = texts.map(([message, limit, sent]) => [message, limit, sent] as const);

/** Too long, and no figure that could be true. */
export const tooLongUnnamedTexts: readonly string[] = [
  "The input token count exceeds the maximum number of tokens allowed.",
  "The input token count (1) exceeds the maximum number of tokens allowed (5).",
  "The input token count (100) exceeds the maximum number of tokens allowed (131072).",
  "Prompt is too long",
  "context_length_exceeded",
];

/** Of rates, of answers, of bytes: nothing of the kind, however alike. */
export const otherLimitTexts: readonly string[] = [
  "Quota exceeded for metric: generate_content_free_tier_input_token_count, limit: 250000. Please retry in 12s.",
  "Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 2000.",
  "maxOutputTokens 100000 exceeds the maximum of 8192",
  "max_tokens is too large: 100000. This model supports at most 16384 completion tokens.",
  "Request payload size exceeds the limit: 20971520 bytes.",
  "",
];
