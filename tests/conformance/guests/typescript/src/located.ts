/** Numbers with all their digits, the arguments of a look-up, and the place of a deployment. */

import { AwaitFailedError, type Context, exactInteger, integer, isKnown, number, resource, string } from "pulumi-wasm-provider";

interface Wishes {
  readonly size?: bigint | undefined;
  readonly wish?: string | undefined;
}

function locate({ size, wish }: Wishes, { project = "?", stack = "?" }: Pick<Context, "project" | "stack">): { next: bigint | undefined; place: string } {
  if (wish === "not-ready") throw new AwaitFailedError("it is not ready");
  return { next: size === undefined ? undefined : size + 1n, place: `${project}/${stack}` };
}

/** Knows where it is. */
export const Located = resource("Located", {
  inputs: {
    /** How large it is, to the last digit. */
    size: exactInteger().optional(),
    /** How high it is. */
    level: integer().optional(),
    /** Where it is. */
    region: string().stateInput().optional(),
    /** What happens: `not-ready`, `no-number`. */
    wish: string().optional(),
  },
  outputs: {
    /** The size and one. */
    next: exactInteger().optional(),
    /** The project and the stack. */
    place: string(),
    /** A number. */
    ratio: number().optional(),
  },
  create: ({ inputs }, cx) => ({ id: "located", outputs: locate(inputs, cx) }),
  update: ({ inputs }, cx) => ({ outputs: locate(inputs, cx) }),
  read({ old, inputs }) {
    if (old === undefined) {
      const region = inputs?.region;
      return { state: { region: isKnown(region) ? region : undefined, place: "found" } };
    }
    return { state: old.wish === "no-number" ? { ...old, ratio: Number.NaN } : old };
  },
});
