/** Names, ids and imports. */

import { integer, isKnown, ProviderError, resource, string } from "pulumi-wasm-provider";

/** Has a name of its own. */
export const Named = resource("Named", {
  name: { property: "label", maxLength: 20, lowercase: true },
  importId: "{region}/{label}",
  inputs: {
    /** Its name. */
    label: string().replace(),
    /** Where it is. */
    region: string().replace().default("eu"),
    /** What is said of it. */
    note: string().optional(),
  },
  outputs: {
    /** Where to find it. */
    address: string().stable(),
    /** How often it was changed. */
    changes: integer(),
  },
  create: ({ label, region }) => ({ id: `${region}/${label}`, outputs: { address: address(region, label), changes: 0 } }),
  read(_id, state, cx) {
    if (state !== undefined) return { outputs: state };
    const { label, region } = cx.inputs ?? {};
    if (label === undefined || region === undefined || !isKnown(label) || !isKnown(region)) {
      throw new ProviderError("the id does not tell the inputs");
    }
    return { outputs: { label, region, note: "imported", address: address(region, label), changes: 1 } };
  },
  update: (_id, old, { label, region }) => ({ address: address(region, label), changes: old.changes + 1 }),
});

function address(region: string, label: string): string {
  return `${region}.example/${label}`;
}
