/** A page of the web, fetched by this one: only sites that allow it can be (CORS). No cookies, no referrer, bounded in size and time. */
import { AgentError } from "../core/errors.js";
import { pageText } from "../core/text/html-text.js";
import type { WebAnswer } from "../core/sandbox/web.js";

const MOST_BYTES = 2_000_000;
const PATIENCE = 15_000;

interface FetchParts {
  readonly fetch: typeof fetch;
  readonly signal: AbortSignal;
}

/** Nothing where the site does not let us. A refusal with a status is an AgentError. */
export async function fetchPage(url: URL, { fetch, signal }: FetchParts): Promise<WebAnswer | undefined> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]);
  let answer: Response;
  try {
    answer = await fetch(rawAddress(url), {
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      // Where it leads is nobody's to see beforehand, and it may lead into the user's own network (web-address R3): such a
      // page is read by the model's reader, which is outside of it.
      redirect: "error",
      headers: { accept: "text/html, text/plain, text/markdown, application/json, */*;q=0.1" },
      signal: patience,
    });
  } catch {
    signal.throwIfAborted();
    return undefined; // browsers don't say whether it was CORS, a name that is not there, or silence
  }
  if (!answer.ok) {
    throw new AgentError(
      "NotFoundError",
      `${url.href} answered ${answer.status} ${answer.statusText}. Check the address, or try another source.`,
    );
  }
  const type = answer.headers.get("content-type") ?? "text/plain";
  if (!/^(text\/|application\/(json|xml|javascript|x-ndjson|[\w.+-]+\+(json|xml)))/i.test(type)) {
    await answer.body?.cancel();
    throw new AgentError(
      "NotSupportedError",
      `${url.href} is no text but ${type.slice(0, 60)}, which can't be read here.`,
    );
  }
  const { text, isCut } = await readBody(answer, signal);
  const page = /^(text\/html|application\/xhtml)/i.test(type) ? pageText(text) : { title: "", text };
  return {
    text: isCut ? `${page.text}\n(The page goes on; its first ${MOST_BYTES / 1_000_000} MB were read.)` : page.text,
    sources: [{ address: url.href, title: page.title }],
    how: "Fetched from the site itself; these are its own words.",
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
  } catch (error) {
    signal.throwIfAborted();
    throw new AgentError("TimeoutError", "The page stopped coming before it was whole. Try again, or another source.", {
      cause: error,
    });
  }
  return { text: text + decoder.decode(), isCut: false };
}

/** A file on GitHub is shown in a page of its own; its text lies elsewhere. */
function rawAddress(url: URL): string {
  const [, owner, name, rest] = /^\/([^/]+)\/([^/]+)\/blob\/(.+)$/.exec(url.pathname) ?? [];
  return url.host === "github.com" && rest ? `https://raw.githubusercontent.com/${owner}/${name}/${rest}` : url.href;
}
