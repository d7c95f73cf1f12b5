/** The build's notes from the source of a definition. */
/** Something that can be noted at. */
export class Noted {
    note = {};
    /** For the build. */
    _define(at, description, deprecated) {
        this.note = { at, ...(description === "" ? {} : { description }), ...(deprecated === undefined ? {} : { deprecated }) };
        return this;
    }
}
