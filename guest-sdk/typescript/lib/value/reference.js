/** References to other resources. */
/** A resource that a program gave as a property. Pulumi sends its URN and, for resources that have one, its id. */
export class ResourceReference {
    /** The URN; empty where an older engine sent the id alone. */
    urn;
    /** The id; `undefined` for components, which have none, and in previews while it is not known yet. */
    id;
    /** What else came with it, which goes back as it was. For the package itself. */
    _rest;
    constructor(urn, id, rest = {}) {
        this.urn = urn;
        this.id = id;
        this._rest = rest;
    }
}
