/** Resources that take several steps to create. */

import { ProviderError, resource, string } from "pulumi-wasm-provider";

const key = "sesame";

/** Records a checkpoint during its create. */
export const Checkpointed = resource("Checkpointed", {
  inputs: {
    /** Its label. */
    label: string(),
    /** How its create ends after the checkpoint. `fail` and `crash` end it early. */
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
