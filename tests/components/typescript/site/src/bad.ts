/** A component that does what no component should do: the same as `bad.rs` in Rust. */

import { component, type ComponentContext, enumOf, type Output, ProviderError, string } from "pulumi-wasm-provider";

/** A resource of another package. No test has its provider. */
const THING = "random:index:Thing";

/** The deed of a `Bad` component. */
const Deed = enumOf("Deed", {
  /** Does not set its output. */
  Forgotten: "forgotten",
  /** Two values that wait for each other. */
  Cycle: "cycle",
  /** A function that never ends. */
  Endless: "endless",
  /** Ten thousand children. */
  Many: "many",
  /** More children than the host takes. */
  More: "more",
  /** A child with a large input. */
  Large: "large",
  /** Keeps the output of a child for the next construction. */
  Keep: "keep",
  /** Uses what was kept. */
  Later: "later",
  /** A child of its package with an input that does not exist. */
  Misspelt: "misspelt",
  /** A child of its package without an input that it needs. */
  Missing: "missing",
});

let kept: Output<string> | undefined;

/** Does its worst. */
export const Bad = component("Bad", {
  inputs: { deed: Deed.plain(), text: string().default("text") },
  outputs: { shown: string() },
  construct({ deed, text }, cx) {
    switch (deed) {
      case "forgotten":
        // The type checker knows better.
        return {} as { shown: string };
      case "cycle": {
        const later: Output<string>[] = [];
        const made: Output<string> = text.apply((text) => later[0] ?? text);
        later.push(made);
        return { shown: made };
      }
      case "endless":
        return { shown: text.apply(forEver) };
      case "many":
        return { shown: many(cx, 9_998) };
      case "more":
        return { shown: many(cx, 10_001) };
      case "large":
        return { shown: cx.child("large", THING, { text: "x".repeat(1 << 20) }).output<string>("text") };
      case "keep":
        kept = cx.child("kept", THING, { text }).output<string>("text");
        return { shown: kept };
      case "later":
        if (kept === undefined) throw new ProviderError("nothing was kept");
        return { shown: cx.child("late", THING, { text: kept }).output<string>("text") };
      case "misspelt":
        return { shown: cx.child("page", "site:index:Page", { path: "p", text: "t", titel: "x" }).output<string>("url") };
      case "missing":
        return { shown: cx.child("page", "site:index:Page", { path: "p" }).output<string>("url") };
    }
  },
});

function forEver(text: string): string {
  for (;;) text = `${text}`;
}

function many(cx: ComponentContext, count: number): Output<string> {
  for (let number = 0; number < count; number += 1) cx.child(`thing-${number}`, THING);
  return cx.group("last", "Last", () => ({ shown: "done" })).output<string>("shown");
}
