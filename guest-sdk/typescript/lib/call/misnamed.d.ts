/** Names in results that are not properties. */
import type { Properties } from "../property/shape.js";
/**
 * Reports names that a hook returned and that are not recorded. A result may be made of a server's answer, which has more than
 * the properties, so that most such names are only shown for debugging. One that is like a property that the result lacks is a
 * slip: a warning. It is a warning and not an error, because the resource exists already.
 */
export declare function tellMisnamed(returned: object, known: Properties, wanted: Properties, of: string): void;
