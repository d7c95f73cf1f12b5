/** References to other resources. */

import { reference, resource, string } from "pulumi-wasm-provider";

import { Bare } from "./bare.js";

/** Points to others. */
export const Pointer = resource("Pointer", {
  inputs: {
    /** A resource of this package. */
    bare: reference(Bare).optional(),
    /** Any resource. */
    other: reference().optional(),
  },
  outputs: {
    /** The id of `bare`. */
    idOfBare: string().optional(),
    /** The URN of `other`. */
    urnOfOther: string().optional(),
  },
  create: ({ inputs: { bare, other } }) => ({
    id: "pointer",
    outputs: {
      ...(bare?.id === undefined ? {} : { idOfBare: bare.id }),
      ...(other === undefined ? {} : { urnOfOther: other.urn }),
    },
  }),
});
