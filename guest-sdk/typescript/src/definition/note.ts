/** The build's notes from the source of a definition. */

/** File and line, and the text of the doc comment. */
export interface Note {
  readonly at?: string;
  readonly description?: string;
  readonly deprecated?: string;
}

/** A definition that takes notes of the build. */
export class Noted {
  note: Note = {};

  /** For the build. */
  _define(at: string, description: string, deprecated?: string): this {
    this.note = { at, ...(description === "" ? {} : { description }), ...(deprecated === undefined ? {} : { deprecated }) };
    return this;
  }
}
