/** Things of which only a part is known when they are noted. */

import { boolean, ProviderError, resource, string } from "pulumi-wasm-provider";

/** Is noted with the first of its outputs. */
export const HalfMade = resource("HalfMade", {
  inputs: {
    /** What it is called. */
    label: string(),
    /** Whether its making comes to its end. */
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
