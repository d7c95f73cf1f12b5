/** Texts of random characters. */

import { choose, shuffle } from "./sampling.js";
import type { Source } from "./source.js";

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const NUMERIC = "0123456789";
/** The special characters unless the user gives others. */
const SPECIAL = "!@#$%&*()-_=+[]{}<>:?";

/** One kind of characters, and how a text makes use of it. */
export interface Class {
  /** Whether it is among the characters that fill the text. */
  readonly included: boolean;
  /** How many of it the text has at least, included or not. */
  readonly minimum: number;
}

/** The recipe of a text. */
export interface Recipe {
  /** The number of characters. */
  readonly length: number;
  readonly lower: Class;
  readonly upper: Class;
  readonly numeric: Class;
  readonly special: Class;
  /** Stands in for the usual special characters, unless it is empty. */
  readonly overrideSpecial: string | undefined;
}

/** The characters of all these texts, each once, so that all are equally likely. */
function union(texts: readonly string[]): string[] {
  const order = (character: string): number => character.codePointAt(0) ?? 0;
  return [...new Set(texts.flatMap((text) => [...text]))].sort((one, other) => order(one) - order(other));
}

/** A text: first the minimum of each class, then all included characters up to the length, and all of it shuffled. */
export function textOf(recipe: Recipe, source: Source): string {
  const classes: readonly (readonly [Class, string])[] = [
    [recipe.lower, LOWER],
    [recipe.upper, UPPER],
    [recipe.numeric, NUMERIC],
    [recipe.special, recipe.overrideSpecial || SPECIAL],
  ];
  const text: string[] = [];
  for (const [{ minimum }, characters] of classes) {
    const all = union([characters]);
    for (let index = 0; index < minimum; index += 1) text.push(choose(source, all));
  }
  const filling = union(classes.filter(([{ included }]) => included).map(([, characters]) => characters));
  while (text.length < recipe.length && filling.length > 0) text.push(choose(source, filling));
  shuffle(source, text);
  return text.join("");
}
