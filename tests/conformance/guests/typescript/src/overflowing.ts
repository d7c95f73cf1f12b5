/** Outputs that Pulumi cannot hold. */

import { integer, resource, string } from "pulumi-wasm-provider";

const counted = (label: string) => ({ count: label === "high" ? 2 ** 53 + 2 : 1, unit: "piece" });

/** Counts beyond the integers that a double holds exactly, if its label says so. */
export const Overflowing = resource("Overflowing", {
  inputs: {
    /** `high` is too much. */
    label: string(),
  },
  outputs: {
    /** The count. */
    count: integer(),
    /** An output that can always be recorded. */
    unit: string(),
  },
  create({ inputs: { label } }) {
    return { id: "over", outputs: counted(label) };
  },
  update({ inputs: { label } }) {
    return { outputs: counted(label) };
  },
});
