/** Numbers with all their digits, the arguments of a lookup, and the place of a deployment. */

import { AwaitFailedError, exactInteger, integer, isKnown, number, resource, string, type Context } from "pulumi-wasm-provider";

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
    region: string().lookup().optional(),
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
  create: (inputs, cx) => ({ id: "located", outputs: locate(inputs, cx) }),
  update: (_id, _old, inputs, cx) => locate(inputs, cx),
  read(_id, state, cx) {
    if (state === undefined) {
      const region = cx.inputs?.region;
      return { outputs: { region: isKnown(region) ? region : undefined, place: "found" } };
    }
    return { outputs: state.wish === "no-number" ? { ...state, ratio: Number.NaN } : state };
  },
});
