/** Loaded first if a provider, or a library of it, uses the global. */
import { TextEncoder } from "../globals/text.js";
Object.assign(globalThis, { TextEncoder });
