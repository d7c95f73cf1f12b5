/** Judging and completing inputs, and correcting a comparison. */

import { integer, isKnown, list, object, resource, string } from "pulumi-wasm-provider";

/** Something that may pass. */
export const Gate = object("Gate", {
  /** Which. */
  port: integer(),
  /** For whom. */
  guest: string().optional(),
});

/** Its inputs are judged, completed and compared in a way of their own. */
export const Checked = resource("Checked", {
  inputs: {
    /** Written in small letters. */
    label: string(),
    /** Made of the label where it is not given. */
    title: string().optional(),
    /** Ports up to 1024. */
    gates: list(Gate).optional(),
    /** May only grow in place. */
    size: integer().optional(),
  },
  check(inputs, cx) {
    if (isKnown(inputs.label)) {
      if (inputs.label.includes(" ")) cx.fail("label", "must have no space");
      inputs.label = inputs.label.toLowerCase();
      inputs.title ??= `The ${inputs.label}`;
    }
    if (isKnown(inputs.gates)) {
      for (const [index, gate] of (inputs.gates ?? []).entries()) {
        if (gate.port > 1024) cx.fail(`gates[${index}].port`, "must be at most 1024");
      }
    }
    const size = inputs.size;
    const old = cx.oldInputs?.size;
    if (typeof size === "number" && typeof old === "number" && size > 10 * old) {
      cx.fail("size", "must not grow tenfold at once");
    }
  },
  diff(change) {
    const size = (value: unknown): number => (typeof value === "number" ? value : 0);
    if (size(change.inputs.size) < size(change.oldInputs.size)) {
      change.replace("size");
      change.deleteBeforeReplace = true;
    }
    // A title is only shown.
    change.ignore("title");
  },
  create: (_inputs, cx) => ({ id: `checked-${cx.name}` }),
  update: () => ({}),
});
