/** Judging and completing inputs, and correcting a comparison. */

import { array, integer, isKnown, object, resource, string } from "pulumi-wasm-provider";

/** Something that may pass. */
export const Gate = object("Gate", {
  /** Which. */
  port: integer(),
  /** For whom. */
  guest: string().optional(),
});

/** A resource whose hooks check, complete and compare its inputs. */
export const Checked = resource("Checked", {
  inputs: {
    /** Written in small letters. */
    label: string(),
    /** Made of the label where it is not given. */
    title: string().optional(),
    /** Ports up to 1024. */
    gates: array(Gate).optional(),
    /** May only grow in place. */
    size: integer().optional(),
  },
  check({ inputs, oldInputs }, cx) {
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
    const old = oldInputs?.size;
    if (typeof size === "number" && typeof old === "number" && size > 10 * old) {
      cx.fail("size", "must not grow tenfold at once");
    }
  },
  diff(diff) {
    const size = (value: unknown): number => (typeof value === "number" ? value : 0);
    if (size(diff.inputs.size) < size(diff.oldInputs.size)) {
      diff.replace("size");
      diff.deleteBeforeReplace = true;
    }
    // A title is only shown.
    diff.ignore("title");
  },
  create: (_request, cx) => ({ id: `checked-${cx.name}` }),
  update: () => ({}),
});
