/** Parts of a resource that Pulumi shows as resources of their own. */

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
  /** The part that it is shown below; below the resource itself where there is none. */
  readonly parent?: { readonly token: string; readonly name: string };
  /** What it was made from. Which values are secret, the provider says with `secret`. */
  readonly inputs?: object;
  /** What it has become. */
  readonly outputs?: object;
}

/** What happened to one part, or in a preview would happen. */
export interface ViewStep {
  readonly operation: WireOperation;
  /** The part before and after; one is left out where there is none, never both. */
  readonly old?: View;
  readonly new?: View;
  /** Why it failed. */
  readonly failure?: string;
}

/** Shows the steps. False where the engine shows no views: what the resource does is the same. */
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

/** The part as it was last shown. */
export function readView(view: WireView): View {
  const parent = view.parentToken === "" ? {} : { parent: { token: view.parentToken, name: view.parentName } };
  const inputs = JSON.parse(view.inputs) as object;
  return { token: view.token, name: view.name, ...parent, inputs, outputs: JSON.parse(view.outputs) as object };
}
