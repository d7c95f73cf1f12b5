/** `RandomShuffle`. */

import { array, integer, resource, string } from "pulumi-wasm-provider";

import { deal } from "./generate/sampling.js";
import { seeded, unguessable } from "./generate/source.js";
import { keepers } from "./keepers.js";
import * as recorded from "./recorded.js";

/**
 * A list in a random order, or some of its items, such as two of all zones.
 *
 * The order is made once and stays the same until an input changes. Every order is equally likely.
 */
export const RandomShuffle = resource("random:index/randomShuffle:RandomShuffle", {
  inputs: {
    /** The list. */
    inputs: array(string()).replace(),
    /** Values that the order goes along with: when one of them changes, a new order is made. */
    keepers: keepers(),
    /**
     * How many items the result has: as many as the list, when it is not given. When there are more, items come up
     * again, but none comes up again before all came up.
     */
    resultCount: integer().replace().gte(0).lte(1048576).optional(),
    /** A text that the order follows from: with the same seed, the same list comes into the same order again. */
    seed: string().replace().compare("empty").optional(),
  },
  outputs: {
    /** The items in their random order. */
    results: array(string()),
  },
  migrations: [recorded.keepers],
  create({ inputs: { inputs: items, resultCount = items.length, seed } }) {
    return { id: "-", outputs: { results: deal(seed ? seeded(seed) : unguessable, items, resultCount) } };
  },
});
