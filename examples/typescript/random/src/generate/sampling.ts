/**
 * Fair choices: every outcome is equally likely.
 *
 * A remainder would favour small outcomes whenever the bound is not a power of two. Here too large draws are thrown away
 * instead, which takes two draws at worst on average.
 */

import type { Source } from "./source.js";

/** A whole number from 0 to `maximum`, both included. */
function upTo(source: Source, maximum: bigint): bigint {
  const mask = (1n << BigInt(maximum.toString(2).length)) - 1n;
  for (;;) {
    const drawn = source() & (maximum === 0n ? 0n : mask);
    if (drawn <= maximum) return drawn;
  }
}

/** A whole number from 0 up to, but without, `bound`. */
function below(source: Source, bound: number): number {
  return Number(upTo(source, BigInt(Math.max(bound - 1, 0))));
}

/** A whole number from `minimum` to `maximum`, both included. */
export function between(source: Source, minimum: number, maximum: number): number {
  return Number(BigInt(minimum) + upTo(source, BigInt(maximum) - BigInt(minimum)));
}

/** Returns one of the items. There must be at least one. */
export function choose<Item>(source: Source, items: readonly Item[]): Item {
  return items[below(source, items.length)] as Item;
}

/** Puts the items into a random order (Fisher and Yates). */
export function shuffle<Item>(source: Source, items: Item[]): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = below(source, last + 1);
    [items[last], items[other]] = [items[other] as Item, items[last] as Item];
  }
}

/**
 * Returns `count` items from one random order after the other, so that no item repeats before every item has come up.
 * Returns an empty list if `items` is empty.
 */
export function deal<Item>(source: Source, items: readonly Item[], count: number): Item[] {
  const dealt: Item[] = [];
  while (dealt.length < count && items.length > 0) {
    const deck = [...items];
    shuffle(source, deck);
    dealt.push(...deck.slice(0, count - dealt.length));
  }
  return dealt;
}

/** How many bytes are asked for at once. */
const QUOTA = 65_536;

/** As many random bytes as wanted. */
export function bytes(count: number): Uint8Array {
  const all = new Uint8Array(count);
  for (let start = 0; start < count; start += QUOTA) crypto.getRandomValues(all.subarray(start, start + QUOTA));
  return all;
}
