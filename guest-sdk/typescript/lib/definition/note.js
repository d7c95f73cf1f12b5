/** The build's notes from the source of a definition. */
/** A definition that takes notes of the build. */
export class Noted {
    note = {};
    /** For the build. */
    _define(at, description, deprecated) {
        this.note = { at, ...(description === "" ? {} : { description }), ...(deprecated === undefined ? {} : { deprecated }) };
        return this;
    }
}
