/** Secrets. */

import { array, boolean, type Infer, integer, object, resource, Secret, string } from "pulumi-wasm-provider";

/** How to get in. */
export const Login = object("Login", {
  /** Who. */
  user: string(),
  /** By what. */
  password: string().secret(),
});

const inputs = {
  /** Secret where the program says so. */
  label: string(),
  /** Always secret. */
  code: string().secret().optional(),
  /** Secret inside. */
  login: Login.optional(),
  /** Secret where the program says so. */
  words: array(string()).optional(),
  /** Sent once, and never shown. */
  pin: string().writeOnly().optional(),
  /** Shows whether it is secret. */
  note: string().secretAware(),
};

/** Keeps secrets. */
export const Hidden = resource("Hidden", {
  inputs,
  outputs: {
    /** Made of the code: always secret. */
    fingerprint: string().secret(),
    /** How long the pin is. */
    pinLength: integer(),
    /** Whether the note was secret. */
    noteWasSecret: boolean(),
  },
  create: ({ inputs }) => ({ id: "hidden", outputs: look(inputs) }),
  read: ({ old }) => old && { state: old },
  update: ({ inputs }) => ({ outputs: look(inputs) }),
});

function look({ code = "", pin = "", note }: Infer<typeof inputs>): {
  fingerprint: string;
  pinLength: number;
  noteWasSecret: boolean;
} {
  return {
    fingerprint: [...code].reverse().join(""),
    pinLength: [...pin].length,
    noteWasSecret: note instanceof Secret,
  };
}
