/** The Agent of the rig, in a thread of its own. */
import { expose } from "comlink";
import { createRig } from "./agent-rig.js";
import { says } from "./script.js";

const rig = createRig();
rig.model.answer(() => [says("hello ", "yourself")]);
const { agent } = await rig.openTab();
expose(agent);
