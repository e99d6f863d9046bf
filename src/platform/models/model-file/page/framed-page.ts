/** The page that runs a GGUF file: takes one port from the app it is framed by, and answers what comes over it. */
import { failureOf } from "../../../../core/errors.js";
import { HELLO, isToPage } from "../page-messages.js";
import type { FromPage } from "../page-messages.js";
import { serveRequests } from "./serve-requests.js";

addEventListener("message", function greet(event: MessageEvent<unknown>) {
  const [port] = event.ports;
  const isApp = event.origin === location.origin && event.source === parent && event.data === HELLO;
  if (!isApp || !port) return;
  removeEventListener("message", greet);
  port.postMessage({ type: "status", id: 0, kind: "ready" } satisfies FromPage);
  const requests = serveRequests((message) => port.postMessage(message));
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isToPage(data)) requests.hear(data);
    else console.error("The page of the model file was sent something it does not know.", failureOf(data));
  };
});
