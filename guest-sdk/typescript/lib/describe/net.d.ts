/** The addresses that a provider wants to reach, as the manifest has them. */
import type { ProviderDefinition } from "../definition/provider.js";
import type { Types } from "../property/types.js";
import type { Json } from "../value/json.js";
/** The part `net` of the permissions. */
export declare function netOf({ net, config }: ProviderDefinition, types: Types): Json[];
