/** The one place where a record is made: whoever writes gives the body, and the head says where and when. */
import type { Clock } from "../../core/clock.js";
import type { LogRecord, RecordBody } from "../../core/log/log.js";
import type { Ids } from "../../core/ulid.js";
import type { SessionId } from "../../core/ids.js";

export const makeRecord = (
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
  session: SessionId,
  body: RecordBody,
): LogRecord => ({ id: ids.next(), session, at: clock.now(), ...body });
