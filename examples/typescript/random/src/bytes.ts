/** `RandomBytes`. */

import { base64, hex } from "@scure/base";
import { integer, InvalidError, resource, string } from "pulumi-wasm-provider";

import { bytes } from "./generate/sampling.js";
import { keepers } from "./keepers.js";
import * as recorded from "./recorded.js";

/** The id of all bytes that are made here. Other providers took the bytes themselves, but ids are not secrets. */
const ID = "none";

/**
 * Random bytes, kept as a secret: for keys.
 *
 * They are made once and stay the same until an input changes, and come from a source that cannot be guessed.
 *
 * ## Import
 *
 * By the bytes in base64:
 *
 * ```yaml
 * options: { import: 'AAECAwQFBgcICQoLDA0ODw==' }
 * ```
 */
export const RandomBytes = resource("random:index/randomBytes:RandomBytes", {
  inputs: {
    /** Values that the bytes go along with: when one of them changes, new bytes are made. */
    keepers: keepers(),
    /** How many bytes there are, at least 1 and at most 1048576. */
    length: integer().replace().gte(1).lte(1048576),
  },
  outputs: {
    /** The bytes in base64. */
    base64: string().secret(),
    /** The bytes as lowercase hexadecimal digits, two for each byte. */
    hex: string().secret(),
  },
  migrations: [recorded.keepers],
  create({ inputs }) {
    const made = bytes(inputs.length);
    return { id: ID, outputs: { base64: base64.encode(made), hex: hex.encode(made) } };
  },
  read({ id, old }) {
    if (old !== undefined) return { state: old };
    const found = imported(id);
    return { id: ID, state: { base64: base64.encode(found), hex: hex.encode(found), length: found.length } };
  },
});

function imported(id: string): Uint8Array {
  const refuse = (reason: string): InvalidError =>
    new InvalidError("", `\`${id}\` cannot be imported as random bytes: ${reason}`);
  // The shared id `none` would be valid base64, but it does not stand for these bytes.
  if (id === ID) throw refuse("it is the id of all of them");
  try {
    return base64.decode(id);
  } catch (error) {
    throw refuse(`it is not base64 with padding: ${(error as Error).message}`);
  }
}
