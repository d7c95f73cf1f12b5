/** Handles of late values: the outputs and the resources of a component. */

import type { Json } from "./json.js";

/** A handle that a component declares, and uses in other declarations. */
export abstract class Expressed {
  /** The value in the interface's form; `undefined` for an omitted value. Throws an `InvalidError`. Internal to this package. */
  abstract _express(path: string): Json | undefined;
}
