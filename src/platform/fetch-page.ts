/** A page of the web, fetched by the app itself, where the site allows it (CORS). No cookies, no referrer, bounded in size and time. */
import { AgentError } from "../core/errors.js";
import { pageText } from "../core/text/html-text.js";
import type { WebAnswer } from "../core/sandbox/web.js";
import { pageWords } from "./page-words.js";

const MOST_BYTES = 2_000_000;
const PATIENCE = 15_000;

/** Nothing where the site does not allow it. A refusal with a status is an AgentError. */
export async function fetchPage(
  url: URL,
  { fetch, signal }: { readonly fetch: typeof globalThis.fetch; readonly signal: AbortSignal },
): Promise<WebAnswer | undefined> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  let answer: Response;
  try {
    answer = await fetch(rawAddress(url), {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      // A redirect can't be checked beforehand, and may lead into the user's own network (web-address R3): such a page is
      // left to the model's own reader, which is outside of that network.
      redirect: "error",
      headers: { accept: "text/html, text/plain, text/markdown, application/json, */*;q=0.1" },
      signal: patience,
    });
  } catch {
    signal.throwIfAborted();
    return undefined; // browsers don't say whether it was CORS, an unknown host or no answer
  }
  if (!answer.ok) throw new AgentError("NotFoundError", pageWords.refused(url.href, answer));
  const type = answer.headers.get("content-type") ?? "text/plain";
  if (!/^(text\/|application\/(json|xml|javascript|x-ndjson|[\w.+-]+\+(json|xml)))/i.test(type)) {
    await answer.body?.cancel();
    throw new AgentError("NotSupportedError", pageWords.noText(url.href, type.slice(0, 60)));
  }
  const { text, isCut } = await readBody(answer, signal);
  const page = /^(text\/html|application\/xhtml)/i.test(type) ? pageText(text) : { title: "", text };
  return {
    text: isCut ? `${page.text}\n${pageWords.goesOn(MOST_BYTES / 1_000_000)}` : page.text,
    sources: [{ address: url.href, title: page.title }],
    how: pageWords.fetched,
  };
}

async function readBody(answer: Response, signal: AbortSignal): Promise<{ text: string; isCut: boolean }> {
  const reader = answer.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      text += decoder.decode(piece.value.subarray(0, MOST_BYTES - bytes), { stream: true });
      bytes += piece.value.length;
      if (bytes > MOST_BYTES) {
        await reader?.cancel();
        return { text, isCut: true };
      }
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw new AgentError("TimeoutError", pageWords.cutOff, { cause });
  }
  return { text: text + decoder.decode(), isCut: false };
}

/** The address of a file's text where the page only shows it, as on GitHub. */
function rawAddress(url: URL): string {
  const [, owner, name, rest] = /^\/([^/]+)\/([^/]+)\/blob\/(.+)$/.exec(url.pathname) ?? [];
  return url.host === "github.com" && rest ? `https://raw.githubusercontent.com/${owner}/${name}/${rest}` : url.href;
}
