/** Outputs that Pulumi cannot hold. */

import { integer, resource, string } from "pulumi-wasm-provider";

const counted = (label: string) => ({ count: label === "high" ? 2 ** 53 + 2 : 1, unit: "piece" });

/** Counts to more than a double can tell apart where it is told to. */
export const Overflowing = resource("Overflowing", {
  inputs: {
    /** `high` is too much. */
    label: string(),
  },
  outputs: {
    /** How far it came. */
    count: integer(),
    /** What can always be told. */
    unit: string(),
  },
  create({ inputs: { label } }) {
    return { id: "over", outputs: counted(label) };
  },
  update({ inputs: { label } }) {
    return { outputs: counted(label) };
  },
});
