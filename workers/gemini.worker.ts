/** The gemini worker sends requests to Gemini; the code is in src/platform/models/gemini/gemini-thread.ts. */
import { expose } from "comlink";
import { createGeminiThread } from "../src/platform/models/gemini/gemini-thread.js";

expose(createGeminiThread());
