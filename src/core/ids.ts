/**
 * Ids that say what they are of, so that the id of a Turn is not taken for that of a record. They are strings at run time, and any plain
 * string may become one: those that come out of storage, from a Model or from the screen need no cast.
 */
export type SessionId = IdOf<"session">;
export type TurnId = IdOf<"turn">;
export type RecordId = IdOf<"record">;
export type CallId = IdOf<"call">;

type IdOf<Thing extends string> = string & { readonly [thing]?: Thing };
declare const thing: unique symbol;
