/** Waits. */

import { integer, pending, resource } from "pulumi-wasm-provider";

/** Is ready after some looks. */
export const Waiting = resource("Waiting", {
  inputs: {
    /** At which look it is ready. */
    looks: integer(),
    /** For how many milliseconds somebody looks. */
    patience: integer(),
  },
  outputs: {
    /** At which look it was ready. */
    ready: integer(),
  },
  create({ inputs: { looks, patience } }, cx) {
    const ready = cx.wait({ every: 5, timeout: patience }, (attempt) =>
      attempt < looks ? pending(`look ${attempt} of ${looks}`) : attempt,
    );
    return { id: "waiting", outputs: { ready } };
  },
});
