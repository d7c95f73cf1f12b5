/** Previews, and the results after them. */

import { boolean, integer, isKnown, resource, string } from "pulumi-wasm-provider";

const greeting = (label: string): string => `Hello, ${label}!`;

/** Previews outputs that only its code can compute. */
export const Previewed = resource("Previewed", {
  inputs: {
    /** Its label. */
    label: string(),
    /** How often it is there. */
    copies: integer().optional(),
  },
  outputs: {
    /** Known before it is made. */
    greeting: string(),
    /** Known when it is made. */
    number: integer(),
    /** Never changes. */
    birth: string().stable(),
  },
  previewCreate({ inputs }, cx) {
    cx.debug(`preview: ${cx.preview}`);
    return isKnown(inputs.label) ? { outputs: { greeting: greeting(inputs.label) } } : undefined;
  },
  create: ({ inputs }, cx) => ({
    id: `previewed-${cx.name}`,
    outputs: { greeting: greeting(inputs.label), number: 7, birth: "today" },
  }),
  previewUpdate: ({ inputs }) => (isKnown(inputs.label) ? { outputs: { greeting: greeting(inputs.label) } } : undefined),
  update: ({ old, inputs }) => ({ outputs: { greeting: greeting(inputs.label), number: old.number + 1, birth: old.birth } }),
});

/** Previews a value that its create may not return. */
export const Promising = resource("Promising", {
  consistency: "error",
  inputs: {
    /** Its label. */
    label: string(),
    /** Whether create returns the promised value. */
    honest: boolean(),
  },
  outputs: {
    /** The promised value. */
    promise: string(),
  },
  previewCreate: () => ({ outputs: { promise: "gold" } }),
  create: ({ inputs }) => ({ id: "promising", outputs: { promise: inputs.honest ? "gold" : "lead" } }),
});
