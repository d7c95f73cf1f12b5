/** The document in which a component describes itself. `docs/author/manifest.md` says what its keys mean. */
import type { PackageFacts, Provider } from "../definition/provider.js";
import type { JsonObject } from "../value/json.js";
/** The manifest of a provider. Throws an error with all mistakes. */
export declare function manifest({ definition }: Provider, facts: PackageFacts): JsonObject;
