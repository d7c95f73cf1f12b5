/** The comparison that a `diff` hook may correct. */

import type { Drafts, Infer, Shape, State } from "../property/infer.js";
import { NO_EXTRA } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { isAtOrBelow } from "../value/path.js";
import type { WireDifference } from "./wire.js";

/** A property that differs. */
export interface Difference {
  /** The property's path, such as `tags["a.b"]`. */
  readonly path: string;
  /** Its change. */
  readonly change: "added" | "removed" | "changed";
  /** Whether it replaces the resource. */
  readonly replaces: boolean;
}

/** The readers of both sides. Each side is read once, on first access. */
export interface Readings<I extends Shape, O extends Shape> {
  old(): State<I, O>;
  oldInputs(): Drafts<Infer<I>>;
  inputs(): Drafts<Infer<I>>;
}

/** The planned changes, and the host's judgement of them, which a hook may change. */
export class Diff<I extends Shape = Shape, O extends Shape = Shape> {
  /** The resource's id. */
  readonly id: string;
  /** Whether a replacement must delete the old resource first. Its first value is the host's answer. */
  deleteBeforeReplace: boolean;
  #differences: Difference[];
  readonly #read: Readings<I, O>;

  /** Internal to this package. */
  constructor(id: string, read: Readings<I, O>, deleteBeforeReplace: boolean, differences: Difference[]) {
    this.id = id;
    this.#read = read;
    this.deleteBeforeReplace = deleteBeforeReplace;
    this.#differences = differences;
  }

  /** The recorded state. In a refresh it is the state that was just read. */
  get old(): State<I, O> {
    return this.#read.old();
  }

  /** The recorded inputs. */
  get oldInputs(): Drafts<Infer<I>> {
    return this.#read.oldInputs();
  }

  /** The new inputs. In a refresh these are the recorded inputs. */
  get inputs(): Drafts<Infer<I>> {
    return this.#read.inputs();
  }

  /** The remaining differences. Without any, the resource is not updated. */
  get differences(): readonly Difference[] {
    return this.#differences;
  }

  /** Whether the property at `path`, or anything inside it, differs. */
  differs(path: string): boolean {
    return this.#differences.some((difference) => isAtOrBelow(difference.path, path));
  }

  /** The property at `path`, and everything inside it, counts as the same. */
  ignore(path: string): void {
    this.#differences = this.#differences.filter((difference) => !isAtOrBelow(difference.path, path));
  }

  /** A change of the property at `path`, or inside it, replaces the resource; an equal property then counts as changed. */
  replace(path: string): void {
    this.#mark(path, true);
  }

  /** A change of the property at `path`, or inside it, is made in place; an equal property then counts as changed. */
  update(path: string): void {
    this.#mark(path, false);
  }

  #mark(path: string, replaces: boolean): void {
    if (!this.differs(path)) {
      this.#differences.push({ path, change: "changed", replaces });
      return;
    }
    this.#differences = this.#differences.map((difference) =>
      isAtOrBelow(difference.path, path) ? { ...difference, replaces } : difference,
    );
  }
}

const CHANGES = { add: "added", remove: "removed", change: "changed" } as const;
const KINDS = { added: "add", removed: "remove", changed: "change" } as const;

/** A difference in the form that hooks see. */
export function difference({ property, kind }: WireDifference): Difference {
  const replaces = kind.endsWith("-replace");
  const change = CHANGES[kind.replace("-replace", "") as keyof typeof CHANGES];
  return { path: property, change, replaces };
}

/** A difference in the interface's form. */
export function wireDifference({ path, change, replaces }: Difference): WireDifference {
  return { property: text(path), kind: replaces ? `${KINDS[change]}-replace` : KINDS[change], extra: NO_EXTRA };
}
