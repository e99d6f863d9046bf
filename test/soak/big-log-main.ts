/** `npm run soak -- --big-log`, alone: `node test/run.mjs test/soak/big-log-main.ts`. */
import process from "node:process";
import { bigLog } from "./big-log.js";

const given = process.argv.find((argument) => argument.startsWith("--records="))?.split("=")[1];
const breaches = await bigLog(given ? { records: Number(given) } : {});
for (const breach of breaches) console.error(breach);
process.exitCode = breaches.length > 0 ? 1 : 0;
