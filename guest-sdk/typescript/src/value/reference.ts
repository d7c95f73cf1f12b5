/** References to other resources. */

import type { JsonObject } from "./json.js";

/** A resource that a program gave as a property. Pulumi sends its URN and, for resources that have one, its id. */
export class ResourceReference {
  /** The URN; empty if an older engine sent the id alone. */
  readonly urn: string;
  /** The id; `undefined` for components, which have no id, and in previews while it is not known yet. */
  readonly id: string | undefined;
  /** Further received members, which are sent back unchanged. Internal to this package. */
  readonly _rest: JsonObject;

  constructor(urn: string, id?: string, rest: JsonObject = {}) {
    this.urn = urn;
    this.id = id;
    this._rest = rest;
  }
}
