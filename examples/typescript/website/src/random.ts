/**
 * Resources of the package `random` 4.18.0, as children of component resources.
 *
 * Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.
 */

import { resourceType, type Input } from "pulumi-wasm-provider";

/** A password of random characters, kept as a secret. */
export const RandomPassword = resourceType<RandomPasswordInputs, RandomPasswordOutputs>("random:index/randomPassword:RandomPassword", ["bcryptHash", "result"]);

/** The inputs of {@link RandomPassword}. */
export type RandomPasswordInputs = {
  /** Values that the text goes along with: when one of them changes, a new text is made. */
  readonly keepers?: Input<{ readonly [name: string]: string } | undefined>;
  /** How many characters there are: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and `minSpecial`, and at most 1048576. */
  readonly length: Input<number>;
  /** Whether the letters `a` to `z` are among the characters. */
  readonly lower?: Input<boolean | undefined>;
  /** How many of the letters `a` to `z` there are at least. */
  readonly minLower?: Input<number | undefined>;
  /** How many digits there are at least. */
  readonly minNumeric?: Input<number | undefined>;
  /** How many special characters there are at least. */
  readonly minSpecial?: Input<number | undefined>;
  /** How many of the letters `A` to `Z` there are at least. */
  readonly minUpper?: Input<number | undefined>;
  /** The old name of `numeric`. The text has digits only if both are true. */
  readonly number?: Input<boolean | undefined>;
  /** Whether the digits `0` to `9` are among the characters. */
  readonly numeric?: Input<boolean | undefined>;
  /** The special characters to choose from, in place of the usual ones. */
  readonly overrideSpecial?: Input<string | undefined>;
  /** Whether special characters are among the characters: the characters in `overrideSpecial`, or by default `!@#$%&*()-_=+[]{}<>:?`. */
  readonly special?: Input<boolean | undefined>;
  /** Whether the letters `A` to `Z` are among the characters. */
  readonly upper?: Input<boolean | undefined>;
};

/** The outputs of {@link RandomPassword}, beside `id` and `urn`. */
export type RandomPasswordOutputs = {
  /** The password's bcrypt hash, with a random salt. bcrypt looks at the first 72 bytes only. */
  readonly bcryptHash: string;
  /** Values that the text goes along with: when one of them changes, a new text is made. */
  readonly keepers: { readonly [name: string]: string } | undefined;
  /** How many characters there are: at least 1, and at least the sum of `minLower`, `minUpper`, `minNumeric` and `minSpecial`, and at most 1048576. */
  readonly length: number;
  /** Whether the letters `a` to `z` are among the characters. */
  readonly lower: boolean;
  /** How many of the letters `a` to `z` there are at least. */
  readonly minLower: number;
  /** How many digits there are at least. */
  readonly minNumeric: number;
  /** How many special characters there are at least. */
  readonly minSpecial: number;
  /** How many of the letters `A` to `Z` there are at least. */
  readonly minUpper: number;
  /** The old name of `numeric`. The text has digits only if both are true. */
  readonly number: boolean;
  /** Whether the digits `0` to `9` are among the characters. */
  readonly numeric: boolean;
  /** The special characters to choose from, in place of the usual ones. */
  readonly overrideSpecial: string | undefined;
  /** The password. */
  readonly result: string;
  /** Whether special characters are among the characters: the characters in `overrideSpecial`, or by default `!@#$%&*()-_=+[]{}<>:?`. */
  readonly special: boolean;
  /** Whether the letters `A` to `Z` are among the characters. */
  readonly upper: boolean;
};

/** A name like the names of pets: easy to read, to say and to remember. */
export const RandomPet = resourceType<RandomPetInputs, RandomPetOutputs>("random:index/randomPet:RandomPet");

/** The inputs of {@link RandomPet}. */
export type RandomPetInputs = {
  /** Values that the name goes along with: when one of them changes, a new name is made. */
  readonly keepers?: Input<{ readonly [name: string]: string } | undefined>;
  /** How many words the name has, at least 1 and at most 65536. The prefix does not count. */
  readonly length?: Input<number | undefined>;
  /** A word of your own that the name begins with. */
  readonly prefix?: Input<string | undefined>;
  /** The separator of the words. */
  readonly separator?: Input<string | undefined>;
};

/** The outputs of {@link RandomPet}, beside `id` and `urn`. */
export type RandomPetOutputs = {
  /** Values that the name goes along with: when one of them changes, a new name is made. */
  readonly keepers: { readonly [name: string]: string } | undefined;
  /** How many words the name has, at least 1 and at most 65536. The prefix does not count. */
  readonly length: number;
  /** A word of your own that the name begins with. */
  readonly prefix: string | undefined;
  /** The separator of the words. */
  readonly separator: string;
};
