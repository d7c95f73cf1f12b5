/** When two values are the same. */

import { array, resource, string } from "pulumi-wasm-provider";

/** Each property is compared in another way. */
export const Compared = resource("Compared", {
  inputs: {
    /** Small and capital letters are the same. */
    word: string().compare("ignore-case").optional(),
    /** White space around it does not count. */
    line: string().compare("trim").optional(),
    /** Nor does a dot at its end. */
    domain: string().compare("ignore-case", "trailing-dot").optional(),
    /** Nor a slash. */
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
    /** Nothing is as good as an empty one. */
    extras: array(string()).compare("empty").optional(),
    /** Only that it is there. */
    seal: string().compare("presence").optional(),
  },
  create: () => ({ id: "compared" }),
  update: () => ({}),
});
