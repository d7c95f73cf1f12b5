/** `RandomString`. */

import { resource, string } from "pulumi-wasm-provider";

import { characters, checkCharacters, found, recipe } from "./characters.js";
import { unguessable } from "./generate/source.js";
import { textOf } from "./generate/text.js";
import * as recorded from "./recorded.js";

/**
 * A text of random characters, such as a suffix that makes a name unique.
 *
 * It is made once and stays the same until an input changes. The characters come from a source that cannot
 * be guessed, but outputs and logs show the text: use `RandomPassword` for secrets.
 *
 * ## Import
 *
 * By the text itself:
 *
 * ```yaml
 * options: { import: k3x9w }
 * ```
 */
export const RandomString = resource("random:index/randomString:RandomString", {
  inputs: { ...characters },
  outputs: {
    /** The text. */
    result: string(),
  },
  migrations: [recorded.text],
  check: checkCharacters,
  create({ inputs }) {
    const result = textOf(recipe(inputs), unguessable);
    return { id: result, outputs: { result } };
  },
  read: ({ id, old }) => ({ state: old ?? { ...found(id), result: id } }),
});
