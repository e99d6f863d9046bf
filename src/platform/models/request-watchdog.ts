/**
 * A watched request: a fresh AbortController, a fetch that listens to it and to every byte, and how it ended.
 *
 *   open ── bytes… ──> ended        the server said all
 *     │        ├─────> broken       the line broke in the middle
 *     │        ├─────> silent       no byte for `idleAfter`
 *     └────────┴─────> closed       the user's signal fired, or nobody reads any more
 */
export interface WatchedRequest {
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** A good answer had begun to arrive. */
  readonly answered: boolean;
  /** The connection broke while the answer arrived. */
  readonly broken: boolean;
  readonly silent: boolean;
  /** Must be called once, whatever happened: closes the socket if it is still open. */
  close(): void;
}

export function watchRequest(
  outer: AbortSignal,
  { fetch: base, idleAfter }: { readonly fetch: typeof fetch; readonly idleAfter: number },
): WatchedRequest {
  const controller = new AbortController();
  let answered = false;
  let broken = false;
  let silent = false;
  let timer: ReturnType<typeof setTimeout>;

  const expect = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      silent = true;
      controller.abort();
    }, idleAfter);
  };
  const stop = () => controller.abort();
  outer.addEventListener("abort", stop, { once: true });
  if (outer.aborted) stop();
  expect();

  return {
    signal: controller.signal,
    get answered() {
      return answered;
    },
    get broken() {
      return broken;
    },
    get silent() {
      return silent;
    },
    async fetch(input, init) {
      // No cookies and no referrer: the key in its header is all that the server is to know of the user (P2).
      const response = await base(input, { ...init, credentials: "omit", referrerPolicy: "no-referrer" });
      expect();
      answered = response.ok;
      if (!response.body) return response;
      const heard = listen(response.body, expect, () => (broken = true));
      return new Response(heard, response);
    },
    close() {
      clearTimeout(timer);
      outer.removeEventListener("abort", stop);
      controller.abort();
    },
  };
}

function listen(body: ReadableStream<Uint8Array>, onBytes: () => void, onBreak: () => void) {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    async pull(sink) {
      try {
        const { done, value } = await reader.read();
        onBytes();
        if (done) sink.close();
        else sink.enqueue(value);
      } catch (error) {
        onBreak();
        sink.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}
