/** The values that are put in if the program gives none. */

import { boolean, integer, number, resource, string } from "pulumi-wasm-provider";

/** Properties with defaults of each type. */
export const Defaults = resource("Defaults", {
  inputs: {
    /** Has to be given. */
    label: string(),
    /** A text. */
    fruit: string().default("pear"),
    /** A whole number. */
    count: integer().default(3),
    /** A fraction. */
    share: number().default(0.5),
    /** A choice. */
    ripe: boolean().default(true),
    /** Always the same. */
    format: string().constant("v1"),
    /**
     * Replaced by `fruit`.
     * @deprecated use fruit
     */
    vegetable: string().optional(),
  },
  create: () => ({ id: "defaults" }),
});
