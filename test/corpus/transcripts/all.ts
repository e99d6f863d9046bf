/** Every transcript of the corpus. */
import { appEs } from "./app-es.js";
import { firmwareHunt } from "./firmware-hunt.js";
import { libraryJa } from "./library-ja.js";
import { opsRu } from "./ops-ru.js";
import { pipelineZh } from "./pipeline-zh.js";
import { shopMigration } from "./shop-migration.js";
import { thesisDe } from "./thesis-de.js";
import { timetableRun } from "./timetable-run.js";
import type { Transcript } from "./types.js";

export const transcripts: readonly Transcript[] = [
  shopMigration,
  firmwareHunt,
  pipelineZh,
  thesisDe,
  appEs,
  opsRu,
  libraryJa,
  timetableRun,
];
