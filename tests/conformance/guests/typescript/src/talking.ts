/** Messages. */

import { resource, string } from "pulumi-wasm-provider";

/** Says something in each way. */
export const Talking = resource("Talking", {
  inputs: {
    /** The message. */
    words: string(),
    /** The printed text. */
    print: string().optional(),
  },
  create({ inputs: { words, print } }, cx) {
    if (print !== undefined) {
      console.log(print);
      return { id: "talking" };
    }
    cx.debug(`debug: ${words}`);
    cx.info(`info: ${words}`);
    cx.warn(`warning: ${words}`);
    cx.error(`error: ${words}`);
    cx.status(`status: ${words}`);
    cx.info("the end");
    return { id: "talking" };
  },
});
