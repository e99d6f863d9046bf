/**
 * The web through Gemini: search by its grounding, pages by its URL context, each in a request of its own that carries no tool
 * of ours and no history (C16). Pages that let other pages read them are fetched right here first: that gives their very
 * words, and costs no request to a Model.
 */
import type { GenerateContentResponse, Tool } from "@google/genai";
import { AgentError } from "../../../core/errors.js";
import { QUICK } from "../../../core/models/providers.js";
import type { Usage } from "../../../core/models/model.js";
import type { Web, WebAnswer, WebSource, WebListener } from "../../../core/sandbox/web.js";
import { readAddress } from "../../../core/sandbox/web-address.js";
import { fetchPage } from "../../fetch-page.js";
import { openGeminiClient } from "./gemini-client.js";
import type { ProviderParts } from "../model-provider.js";
import { badKey, garbled, modelErrorOf, silent, type Endpoint } from "./gemini-errors.js";
import { usageOf } from "./gemini-wire.js";
import { geminiWords } from "./gemini-words.js";
import { watchRequest } from "../request-watchdog.js";

interface GeminiWebOptions {
  /** The user's key and the address to ask at; undefined without a key. */
  readonly access: () => Promise<{ readonly key: string; readonly baseUrl?: string } | undefined>;
  readonly fetch?: typeof fetch;
}

const words = geminiWords.web;

/** The model that searches: quick and cheap, since it only looks things up. */
const MODEL = QUICK;
const PUBLIC = "https://generativelanguage.googleapis.com";
/** Milliseconds of patience: searching takes seconds, never a minute without a byte. */
const IDLE = 60_000;

export const openGeminiWeb = ({ vault, chosen }: Pick<ProviderParts, "vault" | "chosen">): Web =>
  createGeminiWeb({
    async access() {
      const key = await vault.read("gemini");
      return key ? { key: key.trim(), baseUrl: chosen()["model.baseUrl"] || undefined } : undefined;
    },
  });

export function createGeminiWeb({ access, fetch: base = (input, init) => fetch(input, init) }: GeminiWebOptions): Web {
  async function ask(prompt: string, tool: Tool, listener: WebListener, signal: AbortSignal): Promise<Heard> {
    const given = await access();
    if (!given) throw new AgentError("NotAllowedError", words.needsKey);
    const { key, baseUrl = PUBLIC } = given;
    const place: Endpoint = { model: MODEL, host: URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl, key };
    if (!/^[\x21-\x7e]+$/.test(key)) throw badKey(place);
    const ai = await openGeminiClient(key, baseUrl);
    const heard = createHearing();
    const began = Date.now();
    const counted = (failed?: Error) =>
      listener.asked({
        model: MODEL,
        ...(heard.usage && { usage: heard.usage }),
        ms: Date.now() - began,
        ...(failed && { failed: failed.message }),
      });
    const failureOf = (error: unknown): unknown => {
      if (signal.aborted) return signal.reason;
      if (watched.silent) return silent(place, IDLE);
      if (error instanceof AgentError) return error;
      return watched.answered && typeof (error as { status?: unknown }).status !== "number"
        ? garbled(place, error)
        : modelErrorOf(error, place);
    };
    const watched = watchRequest(signal, { fetch: base, idleAfter: IDLE });
    try {
      const chunks = await ai.models.generateContentStream({
        model: MODEL,
        contents: [{ role: "user", parts: [{ text: prompt }] }],
        config: { tools: [tool], abortSignal: watched.signal, httpOptions: { fetch: watched.fetch } },
      });
      for await (const chunk of chunks) heard.hear(chunk);
    } catch (error) {
      const failure = failureOf(error);
      await counted(failure as Error);
      throw failure;
    } finally {
      watched.close();
    }
    await counted();
    return heard;
  }

  return {
    async search(query, listener, signal) {
      listener.progress(words.searching);
      const heard = await ask(query, { googleSearch: {} }, listener, signal);
      if (heard.text === "") throw nothing(words.search(query));
      return {
        text: heard.cited(),
        sources: heard.sources,
        how: words.foundBy,
      };
    },

    async read(said, question, listener, signal): Promise<WebAnswer> {
      const url = readAddress(said);
      listener.progress(words.fetching(url.host));
      const page = await fetchPage(url, { fetch: base, signal });
      if (page) return page;
      listener.progress(words.reading(url.host));
      const wanted = question.trim() || "Give its main content in full, with all facts, figures, names and code.";
      const prompt = `Read this page and answer from it alone, quoting where the exact words matter. Page: ${url.href}\nWanted: ${wanted}`;
      const heard = await ask(prompt, { urlContext: {} }, listener, signal);
      if (heard.failed || heard.text === "") throw nothing(words.page(url.href));
      const sources = heard.sources.length > 0 ? heard.sources : [{ address: url.href, title: url.host }];
      return { text: heard.text, sources, how: words.readBy };
    },
  };
}

const nothing = (what: string): AgentError => new AgentError("NotFoundError", words.nothing(what));

interface Heard {
  readonly text: string;
  readonly sources: readonly WebSource[];
  /** The page could not be fetched. */
  readonly failed: boolean;
  /** The usage, as far as the server has counted. */
  readonly usage?: Usage;
  /** The text with the numbers of its sources in it. */
  cited(): string;
}

/** The answer, gathered from chunks. Everything from the wire is taken as unproven (P4). */
function createHearing(): Heard & { hear(chunk: GenerateContentResponse): void } {
  let text = "";
  let failed = false;
  let usage: Usage | undefined;
  const sources = new Map<string, WebSource>();
  const supports: { readonly end: number; readonly from: readonly number[] }[] = [];
  return {
    hear(chunk) {
      usage = usageOf(chunk) ?? usage;
      const [candidate] = chunk.candidates ?? [];
      for (const part of candidate?.content?.parts ?? []) {
        if (typeof part?.text === "string" && !part.thought) text += part.text;
      }
      for (const chunk of candidate?.groundingMetadata?.groundingChunks ?? []) {
        const { uri, title } = chunk?.web ?? {};
        if (typeof uri === "string") sources.set(uri, { address: uri, title: typeof title === "string" ? title : "" });
      }
      for (const support of candidate?.groundingMetadata?.groundingSupports ?? []) {
        const end = support?.segment?.endIndex;
        if (typeof end === "number") supports.push({ end, from: support.groundingChunkIndices ?? [] });
      }
      for (const read of candidate?.urlContextMetadata?.urlMetadata ?? []) {
        if (/ERROR|PAYWALL|UNSAFE/.test(String(read?.urlRetrievalStatus))) failed = true;
        else if (typeof read?.retrievedUrl === "string")
          sources.set(read.retrievedUrl, { address: read.retrievedUrl, title: "" });
      }
    },
    get text() {
      return text;
    },
    get usage() {
      return usage;
    },
    get failed() {
      return failed;
    },
    get sources() {
      return [...sources.values()];
    },
    /** Places are counted in bytes of UTF-8. */
    cited() {
      const bytes = new TextEncoder().encode(text);
      const decoder = new TextDecoder();
      let rest = bytes.length;
      let whole = "";
      for (const { end, from } of supports.toSorted((a, b) => b.end - a.end)) {
        const place = Math.min(end, rest);
        if (place < 0) continue;
        whole = `${from.map((index) => `[${index + 1}]`).join("")}${decoder.decode(bytes.subarray(place, rest))}${whole}`;
        rest = place;
      }
      return decoder.decode(bytes.subarray(0, rest)) + whole;
    },
  };
}
