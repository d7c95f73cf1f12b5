/** `RandomPassword`. */

import bcrypt from "bcryptjs";
import { InvalidError, resource, string } from "pulumi-wasm-provider";

import { characters, checkCharacters, found, recipe } from "./characters.js";
import { bytes } from "./generate/sampling.js";
import { unguessable } from "./generate/source.js";
import { textOf } from "./generate/text.js";
import * as recorded from "./recorded.js";

/** The id of every password: ids are not secrets. */
const ID = "none";

/** Two to this power is the number of rounds of bcrypt: the usual one, which takes 5 seconds in QuickJS. */
const COST = 10;

/**
 * A password of random characters, kept as a secret.
 *
 * It is made once and stays the same until an input changes. The characters come from a source that cannot be guessed. The password is in the stack's state, encrypted as every secret there.
 *
 * ## Import
 *
 * By the password itself:
 *
 * ```yaml
 * options: { import: 'my-old-password' }
 * ```
 */
export const RandomPassword = resource("random:index/randomPassword:RandomPassword", {
  inputs: { ...characters },
  outputs: {
    /** The password's bcrypt hash, with a random salt. bcrypt looks at the first 72 bytes only. */
    bcryptHash: string().secret(),
    /** The password. */
    result: string().secret(),
  },
  migrations: [recorded.password],
  check: checkCharacters,
  create({ inputs }) {
    const result = textOf(recipe(inputs), unguessable);
    return { id: ID, outputs: { bcryptHash: hash(result), result } };
  },
  read({ id, old }) {
    if (old !== undefined) return { id: ID, state: old };
    // Every password has this id: who asks by it alone does not mean a password of four letters.
    if (id === ID) throw new InvalidError("", "a password is imported by the password itself");
    return { id: ID, state: { ...found(id), bcryptHash: hash(id), result: id } };
  },
});

function hash(password: string): string {
  return bcrypt.hashSync(password, `$2a$${COST}$${bcrypt.encodeBase64(bytes(16), 16)}`);
}
