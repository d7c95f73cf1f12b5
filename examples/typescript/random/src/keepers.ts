/** The input that every resource of this package has. */

import { record, string } from "pulumi-wasm-provider";

/** Values that the result goes along with; each resource says in its doc comment which. */
export const keepers = () => record(string()).replace().compare("empty").optional();
