/** Resources whose checkpoint contains only some of their outputs. */

import { boolean, ProviderError, resource, string } from "pulumi-wasm-provider";

/** Records a checkpoint with the first of its outputs. */
export const HalfMade = resource("HalfMade", {
  inputs: {
    /** Its label. */
    label: string(),
    /** Whether its create succeeds. */
    ends: boolean(),
  },
  outputs: {
    /** Known at once. */
    first: string(),
    /** Known late. */
    second: string(),
  },
  create({ inputs }, cx) {
    const id = `half-${inputs.label}`;
    const first = "disk";
    cx.checkpoint(id, { first });
    if (!inputs.ends) throw new ProviderError("the second step failed");
    return { id, outputs: { first, second: "started" } };
  },
  resume: ({ old }) => ({ outputs: { first: old.first ?? "disk", second: `started after ${old.second ?? "nothing"}` } }),
  delete({ old }, cx) {
    // Reading an output that was not recorded fails; a copy of the state lacks it.
    const known = { ...old };
    cx.info(`deleting ${known.first}, ${known.second ?? "nothing"}`);
  },
});
