/** `RandomInteger`. */

import { integer, InvalidError, resource, string } from "pulumi-wasm-provider";

import { between } from "./generate/sampling.js";
import { seeded, unguessable } from "./generate/source.js";
import { keepers } from "./keepers.js";
import * as recorded from "./recorded.js";

/**
 * A random whole number, such as a port or a priority.
 *
 * It is made once and stays the same until an input changes. Every number of the range is equally likely.
 *
 * ## Import
 *
 * By the number and the range, and by the seed where there is one, with commas between them:
 *
 * ```yaml
 * options: { import: '41837,1024,65535' }
 * options: { import: '41837,1024,65535,my-seed' }
 * ```
 */
export const RandomInteger = resource("random:index/randomInteger:RandomInteger", {
  inputs: {
    /** Values that the number goes along with: when one of them changes, a new number is made. */
    keepers: keepers(),
    /** The largest number that may come up. */
    max: integer().replace(),
    /** The smallest number that may come up. */
    min: integer().replace(),
    /** A text that the number follows from: with the same seed and range it is the same number again. */
    seed: string().replace().compare("empty").optional(),
  },
  outputs: {
    /** The number. */
    result: integer(),
  },
  migrations: [recorded.keepers],
  check({ inputs: { min, max } }, cx) {
    if (typeof min === "number" && typeof max === "number" && min > max) {
      cx.fail("min", `must not be larger than \`max\`: ${min} is larger than ${max}`);
    }
  },
  create({ inputs: { min, max, seed } }) {
    const result = between(seed ? seeded(seed) : unguessable, min, max);
    return { id: String(result), outputs: { result, seed: seed || undefined } };
  },
  read({ id, old }) {
    if (old !== undefined) return { state: old };
    const match = /^(-?\+?\d+),(-?\+?\d+),(-?\+?\d+)(?:,([^]*))?$/.exec(id);
    if (match === null) {
      throw new InvalidError(
        "",
        `\`${id}\` cannot be imported as a random number: write RESULT,MIN,MAX or RESULT,MIN,MAX,SEED, such as 15,1,100`,
      );
    }
    const [result, min, max] = match.slice(1, 4).map(Number) as [number, number, number];
    return { id: String(result), state: { result, min, max, seed: match[4] } };
  },
});
