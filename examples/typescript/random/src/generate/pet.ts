/** Names like the names of pets: adverbs, an adjective, an animal. */

import adjectives from "node-petname/src/words/adjectives.json";
import adverbs from "node-petname/src/words/adverbs.json";
import animals from "node-petname/src/words/names.json";

import { choose } from "./sampling.js";
import type { Source } from "./source.js";

/** A name of that many words. One word is an animal; two are an adjective and an animal; more begin with adverbs. */
export function petName(source: Source, words: number, separator: string): string {
  const lists = Array.from({ length: words }, (_, position) => {
    if (position < words - 2) return adverbs;
    return position < words - 1 ? adjectives : animals;
  });
  return lists.map((list) => choose(source, list)).join(separator);
}
