/**
 * Resources of the package `random` 4.18.0, as children of component resources.
 *
 * Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.
 */

import { resourceType, type Input } from "pulumi-wasm-provider";

/** A random text that is secret. */
export const RandomPassword = resourceType<RandomPasswordInputs, RandomPasswordOutputs>("random:index/randomPassword:RandomPassword", ["result"]);

/** The inputs of {@link RandomPassword}. */
export type RandomPasswordInputs = {
  readonly keepers?: Input<{ readonly [name: string]: string } | undefined>;
  /** How long it is. */
  readonly length: Input<number>;
  readonly special?: Input<boolean | undefined>;
};

/** The outputs of {@link RandomPassword}, beside `id` and `urn`. */
export type RandomPasswordOutputs = {
  readonly length: number;
  /** The text. */
  readonly result: string;
};

/** A name of a pet. */
export const RandomPet = resourceType<RandomPetInputs, RandomPetOutputs>("random:index/randomPet:RandomPet");

/** The inputs of {@link RandomPet}. */
export type RandomPetInputs = {
  readonly keepers?: Input<{ readonly [name: string]: string } | undefined>;
  readonly length?: Input<number | undefined>;
  readonly prefix?: Input<string | undefined>;
  readonly separator?: Input<string | undefined>;
};

/** The outputs of {@link RandomPet}, beside `id` and `urn`. */
export type RandomPetOutputs = {
  readonly length: number | undefined;
  readonly prefix: string | undefined;
};
