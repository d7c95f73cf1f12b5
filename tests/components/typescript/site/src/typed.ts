/** A component whose children have the types of modules that the tool wrote. */

import { component, string } from "pulumi-wasm-provider";
import { Type, Type_ } from "./hostile-one.js";
import { RandomPassword } from "./random.js";

/** Children of a package whose names mean something else in every language. */
export const Typed = component("Typed", {
  inputs: { word: string() },
  outputs: { text: string(), url: string().optional() },
  construct({ word }, cx) {
    const password = cx.child("password", RandomPassword, { length: 12, special: false });
    const thing = cx.child("thing", Type, {
      fooBar: 1.5,
      self: { Self: "outer", next: { Self: word } },
      hue: "dark green",
      level: 1,
      mixed: [1.5],
      type: word,
      words: { from: password.output("result"), str: 2, items: [1, -2] },
    }, { dependsOn: password });
    return { text: thing.output("declare"), url: cx.component("url", Type_, {}).output("url") };
  },
});
