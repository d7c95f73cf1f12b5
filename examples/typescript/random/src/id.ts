/** `RandomId`. */

import { base64, base64urlnopad, hex } from "@scure/base";
import { integer, InvalidError, resource, string } from "pulumi-wasm-provider";

import { bytes } from "./generate/sampling.js";
import { keepers } from "./keepers.js";
import * as recorded from "./recorded.js";

/**
 * Random bytes written in several ways: for names that must be unique.
 *
 * They are made once and stay the same until an input changes. With 16 bytes, two that are the same are as unlikely
 * as two equal UUIDs. Use `RandomBytes` for secrets.
 *
 * ## Import
 *
 * By the bytes in URL-safe base64 without padding, with the prefix and a comma before them where there is one:
 *
 * ```yaml
 * options: { import: k3x9wA }
 * options: { import: 'my-prefix-,k3x9wA' }
 * ```
 */
export const RandomId = resource("random:index/randomId:RandomId", {
  inputs: {
    /** How many bytes there are, at least 1 and at most 65536. */
    byteLength: integer().replace().gte(1).lte(65536),
    /** Values that the id goes along with: when one of them changes, a new id is made. */
    keepers: keepers(),
    /** The prefix of each output, unchanged. */
    prefix: string().replace().compare("empty").optional(),
  },
  outputs: {
    /** The prefix and the bytes in base64. */
    b64Std: string(),
    /** The prefix and the bytes in the base64 of addresses: with `-` and `_`, and without padding. */
    b64Url: string(),
    /** The prefix, and the bytes as a decimal number. */
    dec: string(),
    /** The prefix and the bytes as lowercase hexadecimal digits, two for each byte. */
    hex: string(),
  },
  migrations: [recorded.keepers],
  create({ inputs }) {
    const made = bytes(inputs.byteLength);
    return { id: base64urlnopad.encode(made), outputs: written(made, inputs.prefix) };
  },
  read({ id, old }) {
    if (old !== undefined) return { state: old };
    // A prefix may contain commas.
    const comma = id.lastIndexOf(",");
    const text = id.slice(comma + 1);
    const prefix = id.slice(0, Math.max(comma, 0)) || undefined;
    const found = imported(text);
    return { id: text, state: { byteLength: found.length, prefix, ...written(found, prefix) } };
  },
});

/** The bytes in each form. */
function written(made: Uint8Array, prefix = ""): { b64Std: string; b64Url: string; dec: string; hex: string } {
  return {
    b64Std: prefix + base64.encode(made),
    b64Url: prefix + base64urlnopad.encode(made),
    dec: prefix + BigInt(`0x0${hex.encode(made)}`).toString(),
    hex: prefix + hex.encode(made),
  };
}

function imported(text: string): Uint8Array {
  try {
    return base64urlnopad.decode(text);
  } catch (error) {
    const reason = `it is not URL-safe base64 without padding: ${(error as Error).message}`;
    throw new InvalidError("", `\`${text}\` cannot be imported as a random id: ${reason}`);
  }
}
