/** Names, ids and imports. */

import { integer, isKnown, ProviderError, resource, string } from "pulumi-wasm-provider";

/** Has a generated name. */
export const Named = resource("Named", {
  autoName: { property: "label", maxLength: 20, lowercase: true },
  importId: "{region}/{label}",
  inputs: {
    /** Its name. */
    label: string().replace(),
    /** Where it is. */
    region: string().replace().default("eu"),
    /** A note about it. */
    note: string().optional(),
  },
  outputs: {
    /** Where to find it. */
    address: string().stable(),
    /** How often it was changed. */
    changes: integer(),
  },
  create: ({ inputs: { label, region } }) => ({ id: `${region}/${label}`, outputs: { address: address(region, label), changes: 0 } }),
  read({ old, inputs }) {
    if (old !== undefined) return { state: old };
    const { label, region } = inputs ?? {};
    if (label === undefined || region === undefined || !isKnown(label) || !isKnown(region)) {
      throw new ProviderError("the id does not tell the inputs");
    }
    return { state: { label, region, note: "imported", address: address(region, label), changes: 1 } };
  },
  update: ({ old, inputs: { label, region } }) => ({ outputs: { address: address(region, label), changes: old.changes + 1 } }),
});

function address(region: string, label: string): string {
  return `${region}.example/${label}`;
}
