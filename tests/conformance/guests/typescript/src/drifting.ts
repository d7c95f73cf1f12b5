/** The findings of a look at things. */

import { integer, NotFoundError, PartialError, resource, string } from "pulumi-wasm-provider";

/** Is found as its id says. */
export const Drifting = resource("Drifting", {
  inputs: {
    /** How high it is. */
    level: integer(),
    /** Where it is. */
    place: string().optional(),
  },
  outputs: {
    /** How it was found. */
    story: string(),
  },
  create: (_inputs, cx) => ({ id: cx.name, outputs: { story: "made" } }),
  read(id, state) {
    const outputs = state ?? { level: 1, story: "imported" };
    switch (id) {
      case "gone":
        return undefined;
      case "higher":
        return { outputs: { ...outputs, level: outputs.level + 1 } };
      case "moved":
        return { id: "moved-away", outputs };
      case "explained":
        return { outputs: { ...outputs, place: undefined }, inputs: { level: 99, place: "explained" } };
      case "eager":
        return { outputs, refreshBeforeUpdate: true };
      case "broken":
        throw new PartialError(id, outputs, "it is bent");
      default:
        return state === undefined && id === "unknown" ? undefined : { outputs };
    }
  },
  update: (_id, old) => ({ story: old.story }),
  delete(id, _state, cx) {
    cx.info(`deleting ${id}`);
    if (id === "gone") throw new NotFoundError("it is gone");
  },
});
