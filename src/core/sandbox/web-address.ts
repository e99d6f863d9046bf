/**
 * Addresses that a Model may have fetched. A page can call into the user's own network, so:
 * R1 https alone. The app's policy lets no other scheme out, but to this machine.
 * R2 No user name and no password.
 * R3 No host of this machine or its network, however the number is written. Names that only resolve to one are left to
 *    the browser.
 */
import { AgentError } from "../errors.js";
import { webAddressWords } from "./sandbox-words.js";

export function readAddress(said: string): URL {
  const url = URL.canParse(said.trim()) ? new URL(said.trim()) : undefined;
  if (!url) throw refused(said, webAddressWords.noAddress);
  if (url.protocol !== "https:") throw refused(said, webAddressWords.notHttps);
  if (url.username || url.password) throw refused(said, webAddressWords.hasPassword);
  if (isPrivate(url.hostname)) throw refused(said, webAddressWords.isPrivate);
  url.hash = "";
  return url;
}

const refused = (said: string, why: string): AgentError =>
  new AgentError("InvalidArgsError", webAddressWords.refused(said, why));

const PRIVATE_NAME =
  /\.(localhost|localdomain|local|internal|intranet|private|corp|lan|home|arpa|test|invalid|onion)$/i;

function isPrivate(said: string): boolean {
  const host = said.replace(/\.$/, ""); // "localhost." is localhost
  if (host.startsWith("[")) return true; // an IPv6 number: no page worth reading has one for a name
  if (!host.includes(".") || PRIVATE_NAME.test(host)) return true;
  const [, a, b] = /^(\d+)\.(\d+)\.\d+\.\d+$/.exec(host) ?? [];
  if (a === undefined) return false;
  const [first, second] = [Number(a), Number(b)];
  return (
    first === 0 ||
    first === 10 ||
    first === 127 ||
    first >= 224 ||
    (first === 100 && second >= 64 && second < 128) ||
    (first === 169 && second === 254) ||
    (first === 172 && second >= 16 && second < 32) ||
    (first === 198 && (second === 18 || second === 19)) ||
    (first === 192 && (second === 168 || second === 0))
  );
}
