/**
 * An address that a Model may have read. A page can ask the user's own network what no stranger should, so:
 *
 * R1 https alone. The app's policy lets no other scheme out, but to this machine.
 * R2 No name and no password in it.
 * R3 No place of this machine or its network, however the number is written. Names that only resolve to one are the
 *    browser's to judge.
 */
import { AgentError } from "../errors.js";

export function readAddress(said: string): URL {
  const url = URL.canParse(said.trim()) ? new URL(said.trim()) : undefined;
  if (!url) throw refused(said, "is no address. Give a whole one: https://example.com/page");
  if (url.protocol !== "https:") throw refused(said, "does not start with https://, and nothing else is read");
  if (url.username || url.password) throw refused(said, "has a name or a password in it. Leave them out");
  if (isPrivate(url.hostname))
    throw refused(said, "lies on this machine or in its network, which pages from outside have no business in");
  url.hash = "";
  return url;
}

const refused = (said: string, why: string): AgentError =>
  new AgentError("InvalidArgsError", `“${said.slice(0, 200)}” ${why}. Nothing was fetched.`);

function isPrivate(said: string): boolean {
  const host = said.replace(/\.$/, ""); // "localhost." is localhost
  if (host.startsWith("[")) return true; // an IPv6 number: no page worth reading has one for a name
  if (
    !host.includes(".") ||
    /\.(localhost|localdomain|local|internal|intranet|private|corp|lan|home|arpa|test|invalid|onion)$/i.test(host)
  )
    return true;
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
