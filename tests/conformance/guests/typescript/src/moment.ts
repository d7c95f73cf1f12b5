/** Time and randomness, by the SDK and by the language itself. */

import { boolean, type Context, number, resource, string } from "pulumi-wasm-provider";

/** When and how something came to be. */
export const Moment = resource("Moment", {
  inputs: {
    /** Its label. */
    label: string(),
    /** Made at random in the check where it is not given. */
    token: string().optional(),
    /** The same, by the language's own functions. */
    ownToken: string().optional(),
  },
  outputs: {
    /** Seconds since 1970. */
    seconds: number(),
    /** The same, by the language's own functions. */
    ownSeconds: number(),
    /** Whether time stood still for five milliseconds. */
    still: boolean(),
    /** The same, by the language's own functions. */
    ownStill: boolean(),
    /** Random bytes in hexadecimal. */
    random: string(),
    /** The same, by the language's own functions. */
    ownRandom: string(),
    /** A random UUID, by the language's own functions. */
    ownUuid: string(),
  },
  check({ inputs }) {
    inputs.token ??= random(8);
    inputs.ownToken ??= ownRandom(8);
  },
  previewCreate(_request, cx) {
    const { still, ownStill } = look(cx);
    cx.info(`still: ${still}, own: ${ownStill}`);
  },
  create: (_request, cx) => ({
    id: "moment",
    outputs: { ...look(cx), random: random(16), ownRandom: ownRandom(16), ownUuid: crypto.randomUUID() },
  }),
});

function hexadecimal(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** By the functions for secrets, which are the SDK's way. */
function random(count: number): string {
  return hexadecimal(crypto.getRandomValues(new Uint8Array(count)));
}

/** By the functions for everything else. */
function ownRandom(count: number): string {
  return hexadecimal(Uint8Array.from({ length: count }, () => Math.floor(Math.random() * 256)));
}

/** The time, and whether it stands still: of day, and of the clock that never goes back. */
function look(cx: Context): { seconds: number; still: boolean; ownSeconds: number; ownStill: boolean } {
  const [before, ownBefore] = [Date.now(), performance.now()];
  cx.sleep(5);
  const still = Date.now() === before;
  return { seconds: before / 1000, still, ownSeconds: before / 1000, ownStill: still && performance.now() === ownBefore };
}
