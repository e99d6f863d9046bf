/**
 * A ModelRequest on its way to another thread. A full window is megabytes of Parts, nearly all of which went with the request
 * before: those go by their number, and only new ones are copied. A Part is known by being the same object (R7 of
 * history.ts), so nothing is compared.
 */
import type { Content, Part } from "../content.js";
import type { ModelRequest } from "./model.js";

export interface PackedRequest extends Omit<ModelRequest, "contents"> {
  /** Of each Content: whether the Model said it, and how many Parts it has. Columns, since 10,000 small objects copy slowly. */
  readonly isModel: Uint8Array;
  readonly counts: Uint32Array;
  /** The numbers of all Parts, one Content after the other. */
  readonly parts: Uint32Array;
  /** Parts that have not been sent yet, numbered from `first` on. */
  readonly fresh: readonly Part[];
  readonly first: number;
  /** Numbers of Parts that will not be named again. */
  readonly gone: readonly number[];
}

/** Requests after which a Part that was in none of them is forgotten: between two requests of a Session come a few of the app's own, such as routing (C16). */
const REQUESTS = 8;

/** A packer for one receiver, which must get all that is packed, in this order. */
export function createPacker(): (request: ModelRequest) => PackedRequest {
  const known = new Map<Part, { readonly number: number; usedIn: number }>();
  let next = 0;
  let nth = 0;

  return ({ contents, ...rest }) => {
    nth++;
    const first = next;
    const fresh: Part[] = [];
    const numberOf = (part: Part): number => {
      const entry = known.get(part);
      if (entry) {
        entry.usedIn = nth;
        return entry.number;
      }
      fresh.push(part);
      known.set(part, { number: next, usedIn: nth });
      return next++;
    };
    const parts = Uint32Array.from(contents.flatMap((content) => content.parts.map(numberOf)));
    const gone: number[] = [];
    for (const [part, { number, usedIn }] of known) {
      if (usedIn > nth - REQUESTS) continue;
      known.delete(part);
      gone.push(number);
    }
    return {
      ...rest,
      isModel: Uint8Array.from(contents, ({ role }) => (role === "model" ? 1 : 0)),
      counts: Uint32Array.from(contents, (content) => content.parts.length),
      parts,
      fresh,
      first,
      gone,
    };
  };
}

export function createUnpacker(): (packed: PackedRequest) => ModelRequest {
  const known = new Map<number, Part>();
  return ({ isModel, counts, parts, fresh, first, gone, ...rest }) => {
    for (const [nth, part] of fresh.entries()) known.set(first + nth, part);
    let at = 0;
    const contents = Array.from(counts, (count, nth): Content => {
      const said = Array.from(parts.subarray(at, at + count), (number) => known.get(number)!);
      at += count;
      return { role: isModel[nth] === 1 ? "model" : "user", parts: said };
    });
    for (const number of gone) known.delete(number);
    return { ...rest, contents };
  };
}
