/** The resource that every peer of the benchmark serves: without hooks before `create`, and with. */

import { array, boolean, isKnown, number, object, provider, record, resource, string } from "pulumi-wasm-provider";

/** An entry of the list. */
const Item = object("Item", {
  name: string(),
  size: number(),
  enabled: boolean(),
});

const inputs = {
  label: string(),
  secret: string().secret().optional(),
  tags: record(string()),
  items: array(Item),
};

const outputs = {
  /** The sum of the sizes. */
  total: number(),
};

function total(items: readonly { size: number }[]): number {
  return items.reduce((sum, item) => sum + item.size, 0);
}

/** A thing that the host checks and compares alone. */
const Thing = resource("Thing", {
  inputs,
  outputs,
  create: ({ inputs: given }) => ({ id: given.label, outputs: { total: total(given.items) } }),
  update: ({ inputs: given }) => ({ outputs: { total: total(given.items) } }),
});

/** The same resource with a hook in each call. */
const Hooked = resource("Hooked", {
  inputs,
  outputs,
  check({ inputs: given }) {
    if (isKnown(given.label)) given.label = given.label.trim();
  },
  diff() {},
  create: ({ inputs: given }) => ({ id: given.label, outputs: { total: total(given.items) } }),
  update: ({ inputs: given }) => ({ outputs: { total: total(given.items) } }),
});

export default provider({ resources: [Thing, Hooked] });
