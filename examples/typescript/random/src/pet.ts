/** `RandomPet`. */

import { integer, resource, string } from "pulumi-wasm-provider";

import { petName } from "./generate/pet.js";
import { unguessable } from "./generate/source.js";
import { keepers } from "./keepers.js";
import * as recorded from "./recorded.js";

/**
 * A name like the names of pets: easy to read, to say and to remember.
 *
 * The name is the resource's `id`. It is made once and stays the same until an input changes.
 */
export const RandomPet = resource("random:index/randomPet:RandomPet", {
  inputs: {
    /** Values that the name goes along with: when one of them changes, a new name is made. */
    keepers: keepers(),
    /** How many words the name has, at least 1 and at most 65536. The prefix does not count. */
    length: integer().replace().default(2).gte(1).lte(65536),
    /** A word of your own that the name begins with. */
    prefix: string().replace().compare("empty").optional(),
    /** The separator of the words. */
    separator: string().replace().default("-"),
  },
  migrations: [recorded.keepers],
  create({ inputs: { length, prefix, separator } }) {
    const pet = petName(unguessable, length, separator);
    return { id: prefix ? `${prefix}${separator}${pet}` : pet, outputs: { prefix: prefix || undefined } };
  },
});
