/** Rules and constraints. */

import { array, integer, number, record, resource, string } from "pulumi-wasm-provider";

/** Each property has its own rule. */
export const Ruled = resource("Ruled", {
  inputs: {
    /** From 0 to 10. */
    level: integer().gte(0).lte(10).optional(),
    /** Between 0 and 1, without them. */
    share: number().gt(0).lt(1).optional(),
    /** A multiple of 5. */
    step: integer().multipleOf(5).optional(),
    /** Two to four characters. */
    short: string().minLength(2).maxLength(4).optional(),
    /** Small letters. */
    word: string().pattern("^[a-z]+$", "must be small letters").optional(),
    /** A host. */
    host: string().format("hostname").optional(),
    /** One or two, none twice. */
    tags: array(string().minLength(1)).minItems(1).maxItems(2).uniqueItems().optional(),
    /** At most one, with a key that begins with `x-`. */
    extras: record(string()).maxProperties(1).keyPattern("^x-").optional(),
    /** Secret, and still has a rule. */
    password: string().secret().minLength(8).optional(),
  },
  create: () => ({ id: "ruled" }),
});

/** Some properties require or exclude others. */
export const Constrained = resource("Constrained", {
  constraints: [
    { exactlyOneOf: ["password", "key"] },
    { atLeastOneOf: ["mail", "phone"] },
    { conflicts: ["copyOf", "content"] },
    { allOrNone: ["from", "until"] },
    { property: "key", requires: ["keyId"] },
  ],
  inputs: {
    /** One way in. */
    password: string().optional(),
    /** The other way in. */
    key: string().optional(),
    /** Which key. */
    keyId: string().optional(),
    /** An address. */
    mail: string().optional(),
    /** A number. */
    phone: string().optional(),
    /** Another one. */
    copyOf: string().optional(),
    /** Its contents. */
    content: string().optional(),
    /** The beginning. */
    from: string().optional(),
    /** The end. */
    until: string().optional(),
  },
  create: () => ({ id: "constrained" }),
});
