/** The common part of `RandomString` and `RandomPassword`: their characters. */

import { boolean, type CheckContext, type Drafts, type Infer, integer, string, UNKNOWN } from "pulumi-wasm-provider";

import type { Class, Recipe } from "./generate/text.js";
import { keepers } from "./keepers.js";

/** Which characters, and how many. */
export const characters = {
  /** Values that the text goes along with: when one of them changes, a new text is made. */
  keepers: keepers(),
  /**
   * How many characters there are: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and
   * `minSpecial`, and at most 1048576.
   */
  length: integer().replace().gte(1).lte(1048576),
  /** Whether the letters `a` to `z` are among the characters. */
  lower: boolean().replace().default(true),
  /** How many of the letters `a` to `z` there are at least. */
  minLower: integer().replace().default(0).gte(0),
  /** How many digits there are at least. */
  minNumeric: integer().replace().default(0).gte(0),
  /** How many special characters there are at least. */
  minSpecial: integer().replace().default(0).gte(0),
  /** How many of the letters `A` to `Z` there are at least. */
  minUpper: integer().replace().default(0).gte(0),
  /**
   * The old name of `numeric`. The text has digits only if both are true.
   * @deprecated use `numeric`
   */
  number: boolean().replace().default(true),
  /** Whether the digits `0` to `9` are among the characters. */
  numeric: boolean().replace().default(true),
  /** The special characters to choose from, in place of the usual ones. */
  overrideSpecial: string().replace().compare("empty").optional(),
  /**
   * Whether special characters are among the characters: the characters in `overrideSpecial`, or by default
   * `!@#$%&*()-_=+[]{}<>:?`.
   */
  special: boolean().replace().default(true),
  /** Whether the letters `A` to `Z` are among the characters. */
  upper: boolean().replace().default(true),
};

/** The characters of a text. */
export type Characters = Infer<typeof characters>;

/** Checks the rules between several properties, as far as their values are known. */
export function checkCharacters({ inputs }: { readonly inputs: Drafts<Characters> }, cx: Pick<CheckContext, "fail">): void {
  const minimums = [inputs.minLower, inputs.minUpper, inputs.minNumeric, inputs.minSpecial];
  // An unknown minimum counts as 0: a higher one would only make it worse.
  const sum = minimums.reduce<number>((total, minimum) => total + (typeof minimum === "number" ? minimum : 0), 0);
  if (typeof inputs.length === "number" && sum > inputs.length) {
    cx.fail(
      "length",
      `must be at least ${sum}, the sum of \`minLower\`, \`minUpper\`, \`minNumeric\` and \`minSpecial\`, but it is ${inputs.length}`,
    );
  }
  // The input has two names, and both default to true; so a false one counts. From here on they agree.
  const names = [inputs.number, inputs.numeric];
  if (names.includes(false)) inputs.number = inputs.numeric = false;
  else if (names.includes(UNKNOWN)) inputs.number = inputs.numeric = UNKNOWN;
  if ([inputs.numeric, inputs.lower, inputs.upper, inputs.special].every((included) => included === false)) {
    cx.fail(
      "numeric",
      "one of `lower`, `upper`, `numeric` and `special` must be true: the text needs characters to choose from",
    );
  }
}

/** An import can tell the length from the text. The rest has its default. */
export function found(text: string): Characters {
  return {
    length: [...text].length,
    lower: true,
    minLower: 0,
    minNumeric: 0,
    minSpecial: 0,
    minUpper: 0,
    number: true,
    numeric: true,
    special: true,
    upper: true,
  };
}

/** How to make the text. */
export function recipe(inputs: Characters): Recipe {
  const of = (included: boolean, minimum: number): Class => ({ included, minimum });
  return {
    length: inputs.length,
    lower: of(inputs.lower, inputs.minLower),
    upper: of(inputs.upper, inputs.minUpper),
    numeric: of(inputs.number && inputs.numeric, inputs.minNumeric),
    special: of(inputs.special, inputs.minSpecial),
    overrideSpecial: inputs.overrideSpecial,
  };
}
