/** When two values are equal. */

import { array, resource, string } from "pulumi-wasm-provider";

/** Each property has its own comparison. */
export const Compared = resource("Compared", {
  inputs: {
    /** Case does not count. */
    word: string().compare("ignore-case").optional(),
    /** White space around it does not count. */
    line: string().compare("trim").optional(),
    /** A dot at its end does not count. */
    domain: string().compare("ignore-case", "trailing-dot").optional(),
    /** A slash at its end does not count. */
    path: string().compare("trailing-slash").optional(),
    /** A JSON text. */
    document: string().compare("json").optional(),
    /** A network. */
    network: string().compare("cidr").optional(),
    /** A time. */
    delay: string().compare("duration").optional(),
    /** An address. */
    address: string().compare("url").optional(),
    /** In any order. */
    tags: array(string()).compare("set").optional(),
    /** A missing list equals an empty one. */
    extras: array(string()).compare("empty").optional(),
    /** Only its presence counts. */
    seal: string().compare("presence").optional(),
  },
  create: () => ({ id: "compared" }),
  update: () => ({}),
});
