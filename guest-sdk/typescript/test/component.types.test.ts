/** The types of components: the type checker reports each mistake. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { all, array, boolean, component, componentType, enumOf, func, integer, interpolate, method, object, output, provider, record, reference, resource, resourceType, secret, string } from "../src/index.js";
import type { Child, ComponentContext, Declarations, Input, Json, Output, ResourceReference } from "../src/index.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

const Page = resource("Page", {
  inputs: { path: string(), tags: record(string()).optional(), count: integer().default(1) },
  outputs: { url: string(), zones: array(object("Zone", { id: string(), open: boolean().optional() })) },
  create: ({ inputs: { path } }) => ({ id: path, outputs: { url: path, zones: [] } }),
});

const Inner = component("Inner", {
  inputs: { title: string(), note: string().optional(), many: integer().plain(), size: enumOf("Size", { Small: "small" }).default("small"), pages: array(reference(Page)).optional() },
  outputs: { url: string() },
  construct(inputs) {
    same<typeof inputs.title, Output<string>>(true);
    same<typeof inputs.note, Output<string | undefined>>(true);
    same<typeof inputs.many, number>(true);
    same<typeof inputs.size, Output<"small">>(true);
    same<typeof inputs.pages, Output<ResourceReference[] | undefined>>(true);
    return { url: inputs.title };
  },
});

const length = func("length", { inputs: { text: string() }, outputs: integer(), pure: true, call: ({ text }) => text.length });

/** Is checked, and never runs. */
export function checked(cx: ComponentContext, text: Output<string>, count: Output<number>, any: Output<Json>, rest: Output<Json | undefined>): void {
  const mixed = all([any, text, rest]).apply(([any, text, rest]) => ({ any, text, rest }));
  same<typeof mixed, Output<{ any: Json; text: string; rest: Json | undefined }>>(true);
  const byName = all({ any, deep: { rest, list: [any] } });
  same<typeof byName, Output<{ any: Json; deep: { rest: Json | undefined; list: [Json] } }>>(true);
  const wrapped = output({ any, objects: [any.apply((any) => ({ any }))] });
  same<typeof wrapped, Output<{ any: Json; objects: [{ any: Json }] }>>(true);
  const kept = any.apply((any) => any);
  same<typeof kept, Output<Json>>(true);
  const page = cx.child("page", Page, { path: text, tags: { a: text, b: "b" } });
  const address = page.output("url");
  same<typeof address, Output<string>>(true);
  const zones = page.output("zones");
  same<typeof zones, Output<{ id: string; open?: boolean | undefined }[]>>(true);
  const bucket = cx.child("bucket", "aws:s3/bucket:Bucket", { page, pages: [page.id], none: undefined, secret: secret(text) });
  const host: Output<string> = bucket.output("websiteEndpoint");
  const url = host.apply((host) => host.length);
  same<typeof url, Output<number>>(true);
  const flat = host.apply((host) => interpolate`${host}`);
  same<typeof flat, Output<string>>(true);
  const both = all([text, count]).apply(([text, count]) => text.repeat(count));
  same<typeof both, Output<string>>(true);
  const named = all({ text, deep: { count } }).apply(({ text, deep }) => `${text}${deep.count}`);
  same<typeof named, Output<string>>(true);
  const lifted = output({ a: [text] });
  lifted.apply(({ a }) => a[0].length);
  const group = cx.group("group", "Group", (cx) => ({ name: cx.name, page: page.output("url") }));
  const inGroup = group.output("page");
  same<typeof inGroup, Output<string>>(true);
  cx.child("moved", "a:b:C", {}, { aliases: [{ parent: group }, { parent: group.urn }, { parent: "urn" }] });
  // @ts-expect-error: a resource is named by its URN
  cx.child("moved", "a:b:C", {}, { aliases: [{ parent: count }] });
  const inner = cx.component("inner", Inner, { title: text, many: 2, pages: [page] }, { dependsOn: [page, group], provider: bucket, deletedWith: page });
  same<typeof inner, Child<{ url: string }>>(true);
  const counted = cx.invoke(length, { text });
  same<typeof counted, Output<number>>(true);
  const child: Child = page;
  const given: Declarations = { child };
  cx.child("other", "a:b:C", given);

  // @ts-expect-error: an input that the type does not have
  cx.child("page", Page, { path: text, pth: text });
  // @ts-expect-error: an input that is missing
  cx.child("page", Page, {});
  // @ts-expect-error: an output of another type
  cx.child("page", Page, { path: count });
  // @ts-expect-error: a value of another type
  cx.child("page", Page, { path: 1 });
  // @ts-expect-error: an output that the type does not have
  page.output("uri");
  // @ts-expect-error: a string has no parts
  page.output("url").get("part");
  // @ts-expect-error: the value is known later
  page.output("url").length;
  // @ts-expect-error: the value is known later
  text.toUpperCase();
  // @ts-expect-error: the value is known later
  const wrong: string = text;
  // @ts-expect-error: never equal
  if (text === "a") return;
  // @ts-expect-error: no number
  count + 1;
  const tags = bucket.output("tags");
  // @ts-expect-error: an unknown type has no text
  interpolate`${tags}`;
  // @ts-expect-error: a resource has no text
  interpolate`${page}`;
  // @ts-expect-error: the host does not wait for promises
  text.apply(async (text) => text);
  // @ts-expect-error: the plain input is a value
  cx.component("inner", Inner, { title: text, many: count });
  // @ts-expect-error: a resource is not a component
  cx.component("inner", Page, { path: "p" });
  // @ts-expect-error: a component is declared as one
  cx.child("inner", Inner, { title: text, many: 2 });
  // @ts-expect-error: an option that does not exist
  cx.child("page", Page, { path: text }, { dependson: page });
  cx.child("page", Page, { path: text }, { hooks: { beforeUpdate: ({ event, id, newInputs }) => cx.info(`${event} of ${id ?? "none"}: ${newInputs?.["path"]}`) } });
  // @ts-expect-error: a moment that does not exist
  cx.child("page", Page, { path: text }, { hooks: { afterDelete: () => {} } });
  // @ts-expect-error: a text is not a resource
  cx.child("page", Page, { path: text }, { dependsOn: text });
  // @ts-expect-error: the host does not wait for promises
  cx.group("group", "Group", async () => ({}));
  // @ts-expect-error: a function is not a value
  cx.child("bucket", "aws:s3/bucket:Bucket", { call: () => 1 });
  // @ts-expect-error: the argument has another type
  cx.invoke(length, { text: count });
  void wrong;
}

test("the type checker refuses what cannot work", () => {
  // @ts-expect-error: an output is missing
  component("A", { outputs: { url: string() }, construct: () => ({}) });
  // @ts-expect-error: an output has another type
  component("A", { outputs: { url: string() }, construct: () => ({ url: 1 }) });
  // @ts-expect-error: asynchronous
  component("A", { outputs: { url: string() }, construct: async () => ({ url: "u" }) });
  // @ts-expect-error: no hook of components
  component("A", { create() {}, construct() {} });
  // @ts-expect-error: a plain input needs its rules before
  component("A", { inputs: { many: integer().plain().optional() }, construct() {} });
  method(Inner, "name", {
    inputs: { text: string(), many: integer().plain() },
    outputs: { all: string() },
    call(inner, { text, many }) {
      same<typeof many, number>(true);
      // @ts-expect-error: an output that the resource does not have
      inner.output("uri");
      return { all: interpolate`${inner.output("url")} ${text} ${many}` };
    },
  });
  // @ts-expect-error: the result has another type
  method(Page, "name", { outputs: integer(), call: (page) => page.output("url") });
  // @ts-expect-error: a component is not a resource
  provider({ resources: [Inner] });
  // @ts-expect-error: a resource is not a component
  provider({ components: [Page] });
  assert.equal(typeof checked, "function");
});

/** A node that leads to itself, as the tool writes types of objects. */
type Node = {
  readonly name: string;
  readonly next?: Node | null | undefined;
  readonly labels?: { readonly [name: string]: "red" | "green" } | null | undefined;
};

type PetInputs = {
  readonly length: Input<number>;
  readonly nodes?: Input<readonly Node[] | undefined>;
  readonly colour?: Input<"red" | "green" | undefined>;
  readonly "foo-bar"?: Input<Json | undefined>;
  readonly either?: Input<string | readonly number[] | undefined>;
};

type PetOutputs = {
  readonly name: string;
  readonly node: Node | undefined;
  readonly '["dotted.name"]': number;
};

const Pet = resourceType<PetInputs, PetOutputs>("random:index/randomPet:RandomPet");
const House = componentType<{ readonly [name: string]: never }, PetOutputs>("random:index:House");

/** Types of other packages. Is checked, and never runs. */
export function checkedTypes(cx: ComponentContext, text: Output<string>, count: Output<number>, pets: Output<ResourceReference>): void {
  const pet = cx.child("pet", Pet, { length: count, nodes: [{ name: text, next: { name: "inner", labels: { a: "red" } } }], colour: "red", "foo-bar": [text], either: [1] });
  same<typeof pet, Child<PetOutputs>>(true);
  const name = pet.output("name");
  same<typeof name, Output<string>>(true);
  const node = pet.output("node");
  same<typeof node, Output<Node | undefined>>(true);
  // A member that an object inside an output does not have is null, if its provider says so.
  const next = node.get("next");
  same<typeof next, Output<Node | null | undefined>>(true);
  const inner = node.apply((node) => {
    // @ts-expect-error: it may be null
    const next: Node | undefined = node?.next;
    return next?.name ?? node?.labels?.["a"];
  });
  same<typeof inner, Output<string | undefined>>(true);
  const dotted = pet.output('["dotted.name"]');
  same<typeof dotted, Output<number>>(true);
  const house = cx.component("house", House, {}, { dependsOn: pet });
  same<typeof house, Child<PetOutputs>>(true);
  const old = cx.read("old", Pet, { id: text });
  same<typeof old, Child<PetOutputs>>(true);
  const opened = cx.resource(pets, Pet);
  same<typeof opened, Child<PetOutputs>>(true);

  // @ts-expect-error: an input that is missing
  cx.child("pet", Pet, {});
  // @ts-expect-error: an input that the type does not have
  cx.child("pet", Pet, { length: 1, lenght: 2 });
  // @ts-expect-error: a value of another type
  cx.child("pet", Pet, { length: "1" });
  // @ts-expect-error: an output of another type
  cx.child("pet", Pet, { length: text });
  // @ts-expect-error: none of the enum
  cx.child("pet", Pet, { length: 1, colour: "blue" });
  // @ts-expect-error: a part of another type
  cx.child("pet", Pet, { length: 1, nodes: [{ name: "a", next: { name: 1 } }] });
  // @ts-expect-error: an output that the type does not have
  pet.output("nmae");
  // @ts-expect-error: a component that takes nothing
  cx.component("house", House, { length: 1 });
  // @ts-expect-error: a resource, not a component
  cx.component("pet", Pet, { length: 1 });
}
