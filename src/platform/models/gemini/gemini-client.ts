/** Gemini's own client, loaded at the first request, and here alone: it weighs 79 KB gzipped. */
import type { GoogleGenAI } from "@google/genai";

export async function openGeminiClient(apiKey: string, baseUrl: string): Promise<GoogleGenAI> {
  const { GoogleGenAI } = await import("@google/genai");
  // No `timeout`: it would bound the whole streamed answer. No `retryOptions`: they cannot be stopped while they wait.
  return new GoogleGenAI({ apiKey, vertexai: false, httpOptions: { baseUrl } });
}
