/** The comparison that a `diff` hook may correct. */
import { NO_EXTRA } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { isAtOrBelow } from "../value/path.js";
/** The planned changes, and the host's judgement of them, which a hook may change. */
export class Diff {
    /** The resource's id. */
    id;
    /** Whether a replacement must delete the old resource first. Its first value is the host's answer. */
    deleteBeforeReplace;
    #differences;
    #read;
    /** Internal to this package. */
    constructor(id, read, deleteBeforeReplace, differences) {
        this.id = id;
        this.#read = read;
        this.deleteBeforeReplace = deleteBeforeReplace;
        this.#differences = differences;
    }
    /** The recorded state. In a refresh it is the state that was just read. */
    get old() {
        return this.#read.old();
    }
    /** The recorded inputs. */
    get oldInputs() {
        return this.#read.oldInputs();
    }
    /** The new inputs. In a refresh these are the recorded inputs. */
    get inputs() {
        return this.#read.inputs();
    }
    /** The remaining differences. Without any, the resource is not updated. */
    get differences() {
        return this.#differences;
    }
    /** Whether the property at `path`, or anything inside it, differs. */
    differs(path) {
        return this.#differences.some((difference) => isAtOrBelow(difference.path, path));
    }
    /** The property at `path`, and everything inside it, counts as the same. */
    ignore(path) {
        this.#differences = this.#differences.filter((difference) => !isAtOrBelow(difference.path, path));
    }
    /** A change of the property at `path`, or inside it, replaces the resource; an equal property then counts as changed. */
    replace(path) {
        this.#mark(path, true);
    }
    /** A change of the property at `path`, or inside it, is made in place; an equal property then counts as changed. */
    update(path) {
        this.#mark(path, false);
    }
    #mark(path, replaces) {
        if (!this.differs(path)) {
            this.#differences.push({ path, change: "changed", replaces });
            return;
        }
        this.#differences = this.#differences.map((difference) => isAtOrBelow(difference.path, path) ? { ...difference, replaces } : difference);
    }
}
const CHANGES = { add: "added", remove: "removed", change: "changed" };
const KINDS = { added: "add", removed: "remove", changed: "change" };
/** A difference in the form that hooks see. */
export function difference({ property, kind }) {
    const replaces = kind.endsWith("-replace");
    const change = CHANGES[kind.replace("-replace", "")];
    return { path: property, change, replaces };
}
/** A difference in the interface's form. */
export function wireDifference({ path, change, replaces }) {
    return { property: text(path), kind: replaces ? `${KINDS[change]}-replace` : KINDS[change], extra: NO_EXTRA };
}
