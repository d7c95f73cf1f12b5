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
  create: (_request, cx) => ({ id: cx.name, outputs: { story: "made" } }),
  read({ id, old }) {
    const state = old ?? { level: 1, story: "imported" };
    switch (id) {
      case "gone":
        return undefined;
      case "higher":
        return { state: { ...state, level: state.level + 1 } };
      case "moved":
        return { id: "moved-away", state };
      case "explained":
        return { outputs: { ...state, place: undefined }, inputs: { level: 99, place: "explained" } };
      case "eager":
        return { state, refreshBeforeUpdate: true };
      case "broken":
        throw new PartialError(id, state, "it is bent");
      default:
        return old === undefined && id === "unknown" ? undefined : { state };
    }
  },
  update: ({ old }) => ({ outputs: { story: old.story } }),
  delete({ id }, cx) {
    cx.info(`deleting ${id}`);
    if (id === "gone") throw new NotFoundError("it is gone");
  },
});
