/** The Agent of the rig, in a thread of its own. */
import { expose } from "comlink";
import { createFakes } from "./agent-fakes.js";
import { says } from "./script.js";

const rig = createFakes();
rig.model.answer(() => [says("hello ", "yourself")]);
const { agent } = await rig.openTab();
expose(agent);
