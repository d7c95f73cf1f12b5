/** A component that declares resources in every way that there is: the same as `exhibit.rs` in Rust. */

import { all, array, component, enumOf, integer, interpolate, object, output, string } from "pulumi-wasm-provider";
import type { ChildRegistration, ComponentContext, HookArguments, Output } from "pulumi-wasm-provider";

/** A resource of another package. No test has its provider. */
const THING = "random:index:Thing";

/** The subject of an `Exhibit`. */
const Show = enumOf("Show", {
  Options: "options",
  Aliases: "aliases",
  Providers: "providers",
  Secrets: "secrets",
  Paths: "paths",
  Flattened: "flattened",
  Joined: "joined",
  Values: "values",
  Groups: "groups",
  Remote: "remote",
  Later: "later",
  References: "references",
  Objects: "objects",
  Transforms: "transforms",
  Hooks: "hooks",
});

/** Where something is. */
const Spot = object("Spot", { name: string(), level: integer().gte(0).lte(255) });

interface Inputs {
  readonly text: Output<string>;
  readonly list: Output<string[] | undefined>;
  readonly spot: Output<{ name: string; level: number } | undefined>;
}

type Shown = Output<string | undefined>;

const WAYS = {
  options({ text }: Inputs, cx: ComponentContext): Shown {
    const first = cx.child("first", THING);
    const maker = cx.child("maker", "pulumi:providers:random");
    const whole = cx.child("unused", THING, { text }, {
      name: "whole",
      parent: first,
      dependsOn: [first, maker],
      provider: maker,
      protect: true,
      retainOnDelete: false,
      deleteBeforeReplace: true,
      deletedWith: first,
      replaceWith: first,
      replacementTrigger: text,
      ignoreChanges: ["a", "b.c"],
      replaceOnChanges: ["d"],
      additionalSecretOutputs: ["e"],
      hideDiffs: ["f"],
      customTimeouts: { create: "300000ms", delete: "1500ms" },
      import: "the-id",
    });
    return whole.output("text");
  },

  aliases(_: Inputs, cx: ComponentContext): Shown {
    const olds = [
      "urn:pulumi:dev::shop::site:index:Exhibit$random:index:Thing::old",
      { name: "old" },
      { type: "random:index:Old" },
      { parent: "urn:pulumi:dev::shop::site:index:Exhibit::other" },
      { name: "old", parent: "urn:pulumi:dev::shop::site:index:Exhibit::other" },
    ];
    olds.forEach((old, number) => cx.child(`thing-${number}`, THING, {}, { aliases: [old, { name: "oldest" }] }));
    return output(undefined);
  },

  providers(_: Inputs, cx: ComponentContext): Shown {
    const maker = cx.child("maker", "pulumi:providers:random");
    const providers = { random: maker };
    const group = cx.group("group", "Group", (cx) => {
      cx.child("thing", THING);
      return { done: true };
    }, { providers });
    cx.component("remote", "random:index:Remote", {}, { providers });
    return group.output("done").apply((done) => String(done));
  },

  secrets({ text }: Inputs, cx: ComponentContext): Shown {
    const inner = text.secret();
    const made = inner.apply((text) => text.toLowerCase());
    const thing = cx.child("thing", THING, { text: inner, deep: { list: [text, inner] }, made });
    return thing.output<string>("text").secret();
  },

  paths({ list, spot }: Inputs, cx: ComponentContext): Shown {
    const first = cx.child("first", THING, { a: { b: ["one", "two"] } });
    const made = list.apply((list) => list ?? []);
    cx.child("second", THING, {
      whole: first.output("a"),
      part: first.output("a.b[0]"),
      below: first.output("a").get("b[1]"),
      item: list.get("[0]"),
      made: made.get("[1]"),
      name: spot.get("name"),
    });
    return first.output("a.b[0]");
  },

  flattened({ text }: Inputs, cx: ComponentContext): Shown {
    const first = cx.child("first", THING, { text });
    const later = text.apply(() => first.output<string>("text"));
    return cx.child("thing", THING, { text: later }).output("text");
  },

  joined({ text, list }: Inputs, cx: ComponentContext): Shown {
    const first = cx.child("first", THING, { text: "a" });
    const second = cx.child("second", THING, { text });
    const texts = all([first.output<string>("text"), second.output<string>("text")]);
    const three = all([text, first.id, list]).apply(([text, id, list]) => `${text} ${id} ${list?.length ?? 0}`);
    cx.child("third", THING, { texts, three, named: interpolate`${first.urn} <${second.id}> ${7}` });
    return texts.apply((texts) => texts.join("+"));
  },

  values({ text, list }: Inputs, cx: ComponentContext): Shown {
    cx.child("thing", THING, {
      zero: 0,
      half: 0.5,
      negative: -1,
      big: 2 ** 53,
      yes: true,
      text: 'grüße "\n',
      empty: [],
      object: {},
      gone: undefined,
      list: [1, "a", null, [], { deep: text, gone: undefined }],
      "a.b": { "c d": list },
    });
    return text;
  },

  groups({ text }: Inputs, cx: ComponentContext): Shown {
    const outer = cx.group("outer", "Outer", (cx) => {
      const inner = cx.group("inner", "Inner", (cx) => {
        const thing = cx.child("thing", THING, { text });
        return { id: thing.id, text: thing.output<string>("text") };
      });
      cx.group("empty", "site:other:Empty", () => {});
      return { inner: inner.output("text") };
    }, { protect: true });
    cx.child("after", THING, { text: outer.output("inner") }, { dependsOn: outer });
    return outer.output("inner");
  },

  remote({ text }: Inputs, cx: ComponentContext): Shown {
    const remote = cx.component("remote", "random:index:Remote", { text, list: [text] });
    cx.child("thing", THING, { text: remote.output("text") });
    return remote.output("text");
  },

  later({ list }: Inputs, cx: ComponentContext): Shown {
    return list.apply((list = []) => {
      for (const item of list) cx.child(`item-${item}`, THING, { text: item });
      return String(list.length);
    });
  },

  references(_: Inputs, cx: ComponentContext): Shown {
    const first = cx.child("first", THING);
    const second = cx.child("second", THING, { of: first, deep: { list: [first] }, id: first.id, urn: first.urn });
    return second.output("id");
  },

  objects({ spot }: Inputs, cx: ComponentContext): Shown {
    const said = spot.apply((spot) => spot && `${spot.name}:${spot.level}`);
    const higher = spot.apply((spot) => spot && { name: spot.name, level: spot.level + 1 });
    cx.child("thing", THING, { spot, said, higher, plain: { name: "here", level: 0 } });
    return higher.apply((spot) => spot && String(spot.level));
  },

  transforms({ text }: Inputs, cx: ComponentContext): Shown {
    cx.transform((child) => {
      if (!child.isCustom) return;
      child.inputs.site = cx.name;
      child.options.protect = true;
    });
    const first = cx.child("first", THING, { text: text.secret(), tags: { a: "1", b: text }, list: [1, text] });
    const move = (child: ChildRegistration): void => {
      const { text, ...others } = child.inputs;
      child.inputs = { ...others, moved: text.secret() };
      delete child.options.ignoreChanges;
    };
    cx.child("second", THING, { text: first.id, count: 3 }, { ignoreChanges: ["x"], transforms: move });
    cx.group("group", "Group", (cx) => {
      cx.child("in", THING, { text });
    });
    return first.output<string | undefined>("text");
  },

  hooks({ text }: Inputs, cx: ComponentContext): Shown {
    const note = ({ event, name }: HookArguments): void => cx.info(`${event} of ${name}`);
    const hooks = { beforeCreate: note, afterCreate: note, beforeUpdate: note, afterUpdate: note };
    const first = cx.child("first", THING, { text }, { hooks });
    return first.output<string | undefined>("text");
  },
} as const;

/** Declares resources in one of many ways. */
export const Exhibit = component("Exhibit", {
  inputs: {
    show: Show.plain(),
    text: string().default("text"),
    list: array(string()).optional(),
    spot: Spot.optional(),
  },
  outputs: { shown: string().optional() },
  construct: ({ show, ...inputs }, cx) => ({ shown: WAYS[show](inputs, cx) }),
});
