/** Enums, unions and constants. */

import { array, discriminatedUnion, enumOf, integer, number, object, resource, string, type TypeOf, union } from "pulumi-wasm-provider";

/** How large it is. */
export const Size = enumOf("Size", {
  /** Fits a hand. */
  Small: "small",
  /** Fits a bag. */
  Medium: "medium-sized",
  /**
   * Fits a car.
   * @deprecated too heavy
   */
  Large: "large",
});

/** Where it goes in. */
export const Port = enumOf("Port", {
  /** In the clear. */
  Http: 80,
  /** Encrypted. */
  Https: 443,
});

/** Stamps on it. */
export const Stamps = object("Stamps", {
  /** Their value in cents. */
  cents: integer(),
});

/** A bill to an account. */
export const Bill = object("Bill", {
  /** Whose. */
  account: string(),
  /** By what. */
  password: string().secret().optional(),
});

const Postage = discriminatedUnion("kind", {
  /** The sender. */
  stamps: Stamps,
  /** Somebody else. */
  bill: Bill,
});

/** Is one of several. */
export const Choices = resource("Choices", {
  inputs: {
    /** One of three. */
    size: Size,
    /** Several of three. */
    sizes: array(Size).optional(),
    /** One of two numbers. */
    port: Port.optional(),
    /** One of two objects. */
    postage: Postage.optional(),
    /** One of two types. */
    mark: union(number(), string()).optional(),
  },
  outputs: {
    /** The chosen values in words. */
    story: string(),
  },
  create({ inputs: { size, port, postage, mark } }) {
    const sizes = { small: "small", "medium-sized": "medium", large: "large" };
    const marks = mark === undefined ? "nothing" : typeof mark === "number" ? "a number" : "a text";
    const ports = port === undefined ? "" : port === 80 ? ", in the clear" : ", encrypted";
    return { id: "choices", outputs: { story: `${sizes[size]}, ${paid(postage)}, ${marks}${ports}` } };
  },
});

function paid(postage: TypeOf<typeof Postage> | undefined): string {
  if (postage === undefined) return "nothing";
  return postage.kind === "stamps" ? `stamps of ${postage.cents}` : `a bill of ${postage.account}`;
}
