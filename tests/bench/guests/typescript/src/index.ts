/** The resource that every peer of the benchmark serves: without hooks before `create`, and with. */

import { boolean, isKnown, list, map, number, object, provider, resource, string } from "pulumi-wasm-provider";

/** An entry of the list. */
const Item = object("Item", {
  name: string(),
  size: number(),
  enabled: boolean(),
});

const inputs = {
  label: string(),
  secret: string().secret().optional(),
  tags: map(string()),
  items: list(Item),
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
  create: (given) => ({ id: given.label, outputs: { total: total(given.items) } }),
  update: (_id, _old, given) => ({ total: total(given.items) }),
});

/** The same with a hook of its own in each call. */
const Hooked = resource("Hooked", {
  inputs,
  outputs,
  check(given) {
    if (isKnown(given.label)) given.label = given.label.trim();
  },
  diff() {},
  create: (given) => ({ id: given.label, outputs: { total: total(given.items) } }),
  update: (_id, _old, given) => ({ total: total(given.items) }),
});

export default provider({ resources: [Thing, Hooked] });
