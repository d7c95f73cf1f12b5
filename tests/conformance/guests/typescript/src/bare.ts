/** The host's answers for missing hooks. */

import { array, number, resource, string } from "pulumi-wasm-provider";

/** Has no hook but `create`. */
export const Bare = resource("Bare", {
  inputs: {
    /** Its label. */
    label: string(),
    /** How much it weighs. */
    weight: number().optional(),
  },
  outputs: {
    /** The label in capital letters. */
    shout: string(),
  },
  create: ({ inputs }, cx) => ({ id: `bare-${cx.name}`, outputs: { shout: inputs.label.toUpperCase() } }),
});

/** There can be only one at a time. */
export const Exclusive = resource("Exclusive", {
  deleteBeforeReplace: true,
  refreshBeforeUpdate: true,
  inputs: {
    /** Where it is. */
    place: string().replace(),
    /** Its contents, at any depth. */
    inside: array(array(string())).replace().optional(),
    /** A note about it. */
    note: string().optional(),
  },
  create: () => ({ id: "the-one" }),
  update: () => ({}),
});
