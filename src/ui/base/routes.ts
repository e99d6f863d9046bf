/** The route in the address, so that reload, back and bookmarks work. */
type PageRoute =
  | { readonly to: "new" }
  | { readonly to: "open-folder" }
  | { readonly to: "session"; readonly id: string }
  /** A file or folder in the open folder, shown in the inspector beside the conversation. */
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

/** An address can be typed by hand; one that is not validly encoded is taken literally. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
