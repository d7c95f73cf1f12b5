/** Parts of a resource that Pulumi shows as separate resources. */

import { UnsupportedError } from "../errors.js";
import { ask } from "../host/current.js";
import { NO_EXTRA, type WireOperation, type WireView } from "../host/interface.js";
import { text } from "../host/numbers.js";
import { anything } from "../property/kinds.js";
import { print } from "../value/print.js";

/** A part of a resource, as Pulumi shows it. */
export interface View {
  /** The type token, of the same package. */
  readonly token: string;
  /** Its name; with the type it is unique among the parts of one resource. */
  readonly name: string;
  /** The part that it is shown below; by default, the resource itself. */
  readonly parent?: { readonly token: string; readonly name: string };
  /** Its inputs. The provider marks secrets with `secret`. */
  readonly inputs?: object;
  /** Its present outputs. */
  readonly outputs?: object;
}

/** The change of one part, or, in a preview, its planned change. */
export interface ViewStep {
  readonly operation: WireOperation;
  /** The part before and after; one of them may be missing, but not both. */
  readonly old?: View;
  readonly new?: View;
  /** Why it failed. */
  readonly failure?: string;
}

/** Shows the steps. Returns false if the engine does not show views: the resource acts the same. */
export function publish(steps: readonly ViewStep[], preview: boolean): boolean {
  const mode = preview ? "preview" : "plain";
  const write = (view: View | undefined): WireView | undefined =>
    view && {
      token: text(view.token),
      name: text(view.name),
      parentToken: text(view.parent?.token ?? ""),
      parentName: text(view.parent?.name ?? ""),
      inputs: print(anything(view.inputs ?? {}, "", mode)),
      outputs: print(anything(view.outputs ?? {}, "", mode)),
      extra: NO_EXTRA,
    };
  const written = steps.map((step) => ({
    operation: step.operation,
    old: write(step.old),
    new: write(step.new),
    failure: step.failure === undefined ? undefined : text(step.failure),
    extra: NO_EXTRA,
  }));
  try {
    ask("views", (host) => host.views.publish(written));
    return true;
  } catch (error) {
    if (error instanceof UnsupportedError) return false;
    throw error;
  }
}

/** The part as last published. */
export function readView(view: WireView): View {
  const parent = view.parentToken === "" ? {} : { parent: { token: view.parentToken, name: view.parentName } };
  const inputs = JSON.parse(view.inputs) as object;
  return { token: view.token, name: view.name, ...parent, inputs, outputs: JSON.parse(view.outputs) as object };
}
