/** References to other resources. */
/** A resource that a program gave as a property. Pulumi sends its URN and, for resources that have one, its id. */
export class ResourceReference {
    /** The URN; empty if an older engine sent the id alone. */
    urn;
    /** The id; `undefined` for components, which have no id, and in previews while it is not known yet. */
    id;
    /** Further received members, which are sent back unchanged. Internal to this package. */
    _rest;
    constructor(urn, id, rest = {}) {
        this.urn = urn;
        this.id = id;
        this._rest = rest;
    }
}
