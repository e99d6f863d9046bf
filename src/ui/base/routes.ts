/** Where in the app one is, in the address: so that reload, back and a bookmark work. */
type PageRoute =
  | { readonly to: "new" }
  | { readonly to: "open-folder" }
  | { readonly to: "session"; readonly id: string }
  /** A place in the open folder: shown beside whatever is open. */
  | { readonly to: "file"; readonly path: string; readonly line?: number };

export function readRoute(hash: string): PageRoute {
  const [, place, id, ...below] = hash.split("/");
  if (place === "file" && id) return fileRoute([id, ...below].join("/"));
  if (place === "session" && id) return { to: "session", id: decoded(id) };
  return { to: place === "open-folder" ? "open-folder" : "new" };
}

function fileRoute(address: string): PageRoute {
  const [, path = address, line] = /^(.+?)(?::(\d+))?$/.exec(address) ?? [];
  return { to: "file", path: decoded(path), ...(line && { line: Number(line) }) };
}

export const hashOfRoute = (route: Exclude<PageRoute, { to: "file" }>): string =>
  route.to === "session" ? `#/session/${encodeURIComponent(route.id)}` : `#/${route.to}`;

/** An address is typed by anyone; one that is no valid encoding stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
