/** Gemini's refusals, in the shapes in which its server sends them. */
export interface WireError {
  readonly status: number;
  readonly body: unknown;
  /** Sent as JSON unless it says otherwise; a stream's errors come as text/event-stream, as the real server's do. */
  readonly contentType?: string;
}

const google = "type.googleapis.com/google.rpc.";
const error = (status: number, word: string, message: string, details?: readonly object[]): WireError => ({
  status,
  body: { error: { code: status, message, status: word, ...(details && { details }) } },
});
const retryInfo = (seconds: number) => ({ "@type": `${google}RetryInfo`, retryDelay: `${seconds}s` });
const quotaFailure = (...quotaIds: readonly string[]) => ({
  "@type": `${google}QuotaFailure`,
  violations: quotaIds.map((quotaId) => ({
    quotaMetric: "generativelanguage.googleapis.com/generate_content_free_tier_requests",
    quotaId,
    quotaDimensions: { location: "global", model: "gemini-2.5-pro" },
  })),
});
const quotaText =
  "You exceeded your current quota, please check your plan and billing details. For more information on this error, " +
  "head to: https://ai.google.dev/gemini-api/docs/rate-limits.";

export const rateLimited = (retryAfter?: number): WireError =>
  retryAfter === undefined
    ? error(429, "RESOURCE_EXHAUSTED", "Resource has been exhausted (e.g. check quota).")
    : error(429, "RESOURCE_EXHAUSTED", quotaText, [
        quotaFailure("GenerateRequestsPerMinutePerProjectPerModel-FreeTier"),
        retryInfo(retryAfter),
      ]);

/** The wait stands only in the text. */
export const rateLimitedInWords = (wait: string): WireError =>
  error(429, "RESOURCE_EXHAUSTED", `${quotaText}\nPlease retry in ${wait}.`);

export const dailyQuota = (): WireError =>
  error(429, "RESOURCE_EXHAUSTED", quotaText, [
    quotaFailure(
      "GenerateRequestsPerMinutePerProjectPerModel-FreeTier",
      "GenerateRequestsPerDayPerProjectPerModel-FreeTier",
    ),
    retryInfo(38),
  ]);

export const noQuota = (): WireError =>
  error(
    429,
    "RESOURCE_EXHAUSTED",
    `${quotaText}\n* Quota exceeded for metric: generate_content_free_tier_requests, limit: 0, model: gemini-2.5-pro\n` +
      "Please retry in 20.04466179s.",
    [retryInfo(20)],
  );

export const capacityExhausted = (): WireError =>
  error(429, "RESOURCE_EXHAUSTED", "No capacity available for model on the server.", [
    { "@type": `${google}ErrorInfo`, reason: "MODEL_CAPACITY_EXHAUSTED", domain: "googleapis.com" },
  ]);

export const internalError = (): WireError =>
  error(500, "INTERNAL", "An internal error has occurred. Please retry or report it.");

export const overloaded = (): WireError =>
  error(503, "UNAVAILABLE", "The model is overloaded. Please try again later.");

/** What a proxy in between sends. */
export const badGateway = (): WireError => ({
  status: 502,
  body: "<html><title>502 Bad Gateway</title></html>",
  contentType: "text/html",
});

export const noSuchModel = (model: string): WireError =>
  error(
    404,
    "NOT_FOUND",
    `models/${model} is not found for API version v1beta, or is not supported for generateContent. ` +
      "Call ListModels to see the list of available models and their supported methods.",
  );

export const tooLong = (sent: number, limit: number): WireError =>
  error(
    400,
    "INVALID_ARGUMENT",
    `The input token count (${sent}) exceeds the maximum number of tokens allowed (${limit}).`,
  );

export const tooLongUncounted = (limit: number): WireError =>
  error(400, "INVALID_ARGUMENT", `The input token count exceeds the maximum number of tokens allowed (${limit}).`);

/** What models before Gemini 3 say of media inside a result. */
export const mediaInResult = (): WireError =>
  error(
    400,
    "INVALID_ARGUMENT",
    "Unable to submit request because `function_response.parts` is not supported for this model. " +
      "Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/multimodal/function-calling",
  );

export const invalidKey = (): WireError =>
  error(400, "INVALID_ARGUMENT", "API key not valid. Please pass a valid API key.", [
    { "@type": `${google}ErrorInfo`, reason: "API_KEY_INVALID", domain: "googleapis.com" },
    {
      "@type": `${google}LocalizedMessage`,
      locale: "en-US",
      message: "API key not valid. Please pass a valid API key.",
    },
  ]);

/** Says which key it means: what must never be shown. */
export const forbidden = (key = ""): WireError =>
  error(403, "PERMISSION_DENIED", `Your API key ${key} was reported as leaked. Please use another API key.`);

export const badRequest = (message: string): WireError => error(400, "INVALID_ARGUMENT", message);
