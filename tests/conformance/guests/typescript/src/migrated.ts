/** State that earlier versions recorded. */

import { integer, type OldProperties, type OldState, resource, string } from "pulumi-wasm-provider";

/** From version 0 to 1. */
function toGigabytes(old: OldState): void {
  const measure = ({ size, ...rest }: OldProperties): object => ({ ...rest, gigabytes: parseInt(String(size), 10) });
  old.convertInputs(measure);
  old.convertOutputs(measure);
}

/** From version 1 to 2. */
function toKinds(old: OldState): void {
  old.setDefault("kind", "disk");
}

/** Had a `size` as text once, and then no `kind`. */
export const Migrated = resource("Migrated", {
  inputs: {
    /** How much it holds. */
    gigabytes: integer(),
    /** Its kind. */
    kind: string(),
  },
  migrations: [toGigabytes, toKinds],
  create: () => ({ id: "migrated" }),
  update: () => ({}),
  delete({ old }, cx) {
    cx.info(`${old.gigabytes} GB of ${old.kind}`);
  },
});
