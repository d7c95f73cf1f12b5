/** Names in results that are not properties. */
import type { Properties } from "../property/shape.js";
/**
 * Reports returned names that are not recorded. A result may come from a server's answer with further members, so
 * most such names appear in debug output only. A name that is similar to a missing property is probably a slip: a
 * warning. It is a warning and not an error, because the resource exists already.
 */
export declare function tellMisnamed(returned: object, known: Properties, wanted: Properties, of: string): void;
