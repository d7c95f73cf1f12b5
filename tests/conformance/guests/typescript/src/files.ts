/** Assets and archives. */

import { archive, array, Asset, asset, integer, resource, string } from "pulumi-wasm-provider";

/** The contents of files. */
export const Files = resource("Files", {
  inputs: {
    /** A file. */
    letter: asset().optional(),
    /** Several files. */
    goods: archive().optional(),
  },
  outputs: {
    /** The file's text. */
    text: string().optional(),
    /** The file's size. */
    size: integer().optional(),
    /** The files in the archive with their texts, in order. */
    contents: array(string()).optional(),
    /** A file that the provider made. */
    receipt: asset(),
  },
  create: ({ inputs: { letter, goods } }) => ({
    id: "files",
    outputs: {
      ...(letter === undefined ? {} : { text: letter.text(), size: letter.size() }),
      ...(goods === undefined ? {} : { contents: goods.entries().map(({ path, asset }) => `${path}: ${asset.text()}`) }),
      receipt: Asset.of("received"),
    },
  }),
});
