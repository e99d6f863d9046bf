/**
 * Ids with the kind of thing they name in their type, so that a Turn's id is not taken for a record's. They are strings
 * at run time, and any plain string may become one: those from storage, from a Model or from the screen need no cast.
 */
export type SessionId = IdOf<"session">;
export type TurnId = IdOf<"turn">;
export type RecordId = IdOf<"record">;
export type CallId = IdOf<"call">;

type IdOf<Thing extends string> = string & { readonly [thing]?: Thing };
declare const thing: unique symbol;
