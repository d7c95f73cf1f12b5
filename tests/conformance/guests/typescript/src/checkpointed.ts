/** Things that take more than one step to be made. */

import { ProviderError, resource, string } from "pulumi-wasm-provider";

const key = "sesame";

/** Is noted half-way. */
export const Checkpointed = resource("Checkpointed", {
  inputs: {
    /** What it is called. */
    label: string(),
    /** How its making ends after the note: `fail`, `crash`, or well. */
    ending: string().optional(),
  },
  outputs: {
    /** How far it is. */
    stage: string(),
    /** Opens it. */
    key: string().secret().optional(),
  },
  create({ inputs }, cx) {
    const id = `checkpointed-${cx.name}`;
    cx.checkpoint(id, { stage: "begun", key });
    if (inputs.ending === "fail") throw new ProviderError("the second step failed");
    if (inputs.ending === "crash") throw new TypeError("the guest stumbled");
    return { id, outputs: { stage: "done", key } };
  },
  resume: ({ old }) => ({ outputs: { stage: `resumed after ${old.stage}`, key } }),
  update({ id, inputs }, cx) {
    cx.checkpoint(id, { stage: "updating", key });
    if (inputs.ending === "fail") throw new ProviderError("the update failed");
    return { outputs: { stage: "updated", key } };
  },
});
