/** A thread that asks Gemini. It has no sense of its own: see src/platform/models/gemini/gemini-thread.ts. */
import { expose } from "comlink";
import { createGeminiThread } from "../src/platform/models/gemini/gemini-thread.js";

expose(createGeminiThread());
