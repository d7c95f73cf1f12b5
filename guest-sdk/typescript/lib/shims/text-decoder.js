/** Loaded first if a provider, or a library of it, uses the global. */
import { TextDecoder } from "../globals/text.js";
Object.assign(globalThis, { TextDecoder });
