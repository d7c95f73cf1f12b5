/** Components as their host sees them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as sdk from "../src/index.js";
import { setLines } from "../src/call/stack.js";
import { TestProvider, wire, type Answers } from "../src/testing.js";

const { all, array, asset, component, config, exactInteger, func, integer, interpolate, InvalidError, method, NotFoundError, object, output, provider, ProviderError, reference, resource, secret, string } = sdk;

const Page = resource("Page", {
  inputs: { path: string().replace(), text: string(), size: exactInteger().optional() },
  outputs: { url: string(), zones: array(object("Zone", { id: string() })).optional() },
  create: ({ inputs: { path } }) => ({ id: path, outputs: { url: path } }),
});

const join = func("join", { inputs: { parts: array(string()) }, outputs: string(), pure: true, call: ({ parts }) => parts.join("") });

const Settings = config({ region: string() });

/** A component whose declarations a test chooses. */
function made(construct: (inputs: { readonly text: sdk.Output<string>; readonly count: number }, cx: sdk.ComponentContext) => sdk.Input<sdk.Json | undefined>) {
  const Any = component("Any", {
    inputs: { text: string().default("text"), count: integer().default(2).plain() },
    outputs: { given: sdk.json().optional() },
    construct: (inputs, cx) => ({ given: construct(inputs, cx) }),
  });
  const tests = new TestProvider(provider({ config: Settings, resources: [Page], functions: [join], components: [Any], packages: { aws: "7.3.0" } }), { config: { region: "here" } });
  return (inputs: sdk.JsonObject = {}, options: { preview?: boolean; answers?: Answers } = {}) => tests.construct(Any, inputs, { name: "site", ...options });
}

const BUCKET = "aws:s3/bucket:Bucket";
const unknown = wire.unknown();

test("an option that there is not is refused, as the host does", () => {
  // The type checker does not check objects that are spread.
  const child = (options: object) => () => made((_, cx) => cx.child("bucket", BUCKET, {}, { ...options }).id)();
  assert.throws(child({ protekt: true }), /options\.protekt: `protekt` is not an option; did you mean `protect`\?/);
  assert.throws(child({ customTimeouts: { crate: "5m" } }), /options\.customTimeouts\.crate: `crate` is not an option; did you mean `create`\?/);
  assert.throws(child({ hooks: { afterCrate: () => {} } }), /options\.hooks\.afterCrate: `afterCrate` is not an option; did you mean `afterCreate`\?/);
  assert.throws(child({ aliases: [{ parentUrn: "urn:old" }] }), /options\.aliases\.parentUrn: `parentUrn` is not an option/);
  assert.doesNotThrow(child({ protect: true, customTimeouts: { create: "5m" }, aliases: ["urn:old", { noParent: true }] }));
  const called = () => made((_, cx) => cx.invoke("aws:index:getRegion", {}, { ...({ protect: true } as object) }))();
  assert.throws(child({ hooks: { afterDelete: () => {} } as object }), /options\.hooks\.afterDelete: the hooks of a component run in its construction/);
  const hooked = () => made((_, cx) => cx.invoke("aws:index:getRegion", {}, { ...({ hooks: {} } as object) }))();
  assert.throws(hooked, /options\.hooks: `hooks` is not an option/);
  assert.throws(called, /options\.protect: `protect` is not an option; the options are `parent`, `provider`, `dependsOn`/);
  const transformed = () =>
    made((_, cx) => {
      cx.transform((bucket) => Object.assign(bucket.options, { ignoreChange: ["tags"] }));
      return cx.child("bucket", BUCKET, {}).id;
    })();
  assert.throws(transformed, /`ignoreChange` is not an option; did you mean `ignoreChanges`\?/);
});

test("children have the component's name, their inputs and their options", () => {
  const { registrations, outputs } = made(({ text, count }, cx) => {
    const bucket = cx.child("bucket", BUCKET, { tags: { text, left: undefined }, sizes: [count, null] });
    const page = cx.child("page", Page, { path: interpolate`${bucket.id}/${text}`, text: "t", size: 12345678901234567890n }, {
      dependsOn: [bucket],
      protect: false,
      ignoreChanges: ["text"],
      aliases: ["urn:old", { name: "site-old", parent: "urn:parent" }, { noParent: true }, { parent: bucket }, { parent: bucket.urn }],
      customTimeouts: { create: "5m" },
      provider: bucket,
      name: "in-full",
    });
    return page.output("url");
  })();
  const bucket = "urn:pulumi:test::test::aws:s3/bucket:Bucket::site-bucket";
  const referred = { "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e", urn: bucket, id: "site-bucket_id" };
  assert.deepEqual(registrations, [
    { kind: "custom", token: BUCKET, name: "site-bucket", inputs: { tags: { text: "text" }, sizes: [2, null] }, options: {}, position: "" },
    {
      kind: "custom",
      token: "test:index:Page",
      name: "in-full",
      inputs: { path: "site-bucket_id/text", text: "t", size: "12345678901234567890" },
      options: {
        dependsOn: [referred],
        protect: false,
        ignoreChanges: ["text"],
        aliases: ["urn:old", { name: "site-old", parentUrn: "urn:parent" }, { noParent: true }, { parentUrn: referred }, { parentUrn: bucket }],
        customTimeouts: { create: "5m" },
        provider: referred,
      },
      position: "",
    },
  ]);
  assert.deepEqual(outputs, { given: null });
});

test("types of other packages declare as their tokens do", () => {
  const Pet = sdk.resourceType<{ readonly length: sdk.Input<number> }, { readonly name: string }>("random:index:Pet");
  const House = sdk.componentType<{ readonly of: sdk.Input<string> }, { readonly url: string }>("random:index:House");
  const { registrations, outputs } = made(({ text }, cx) => {
    const pet = cx.child("pet", Pet, { length: text.apply((text) => text.length) });
    const house = cx.component("house", House, { of: pet.id });
    const found = cx.read("found", Pet, { id: text });
    return [pet.output("name"), house.output("url"), found.output("name")];
  })({}, { answers: { resource: ({ name }) => ({ outputs: { name, url: "https://here" } }), lookup: () => ({ name: "old" }) } });
  const shown = registrations.map(({ kind, token, name, inputs }) => ({ kind, token, name, inputs }));
  assert.deepEqual(shown, [
    { kind: "custom", token: "random:index:Pet", name: "site-pet", inputs: { length: 4 } },
    { kind: "remote", token: "random:index:House", name: "site-house", inputs: { of: "site-pet_id" } },
  ]);
  assert.deepEqual(outputs["given"], ["site-pet", "https://here", "old"]);
  assert.throws(() => made((_, cx) => cx.component("pet", Pet as never, {}))(), /is a resource, not a component/);
});

test("outputs that are secret by the schema are registered behind those that are named", () => {
  const Token = sdk.resourceType<{}, {}>("random:index:Token", ["result", "hash"]);
  const Vault = sdk.componentType<{}, {}>("random:index:Vault", ["key"]);
  const { registrations } = made((_, cx) => {
    cx.child("bare", Token, {});
    cx.child("one", Token, {}, { protect: true, additionalSecretOutputs: ["hex"] });
    cx.component("more", Vault, {}, { additionalSecretOutputs: ["a", "b"] });
    return undefined;
  })();
  assert.deepEqual(registrations.map(({ options }) => options), [
    { additionalSecretOutputs: ["result", "hash"] },
    { protect: true, additionalSecretOutputs: ["hex", "result", "hash"] },
    { additionalSecretOutputs: ["a", "b", "key"] },
  ]);
});

test("a null inside an output stays null, and may be given on", () => {
  type Node = { readonly name: string; readonly next?: Node | null | undefined };
  const Tree = sdk.resourceType<{ readonly root?: sdk.Input<Node | undefined> }, { readonly root: Node | undefined; readonly spare: Node | undefined }>("random:index:Tree");
  const seen: unknown[] = [];
  const { registrations } = made((_, cx) => {
    const tree = cx.child("tree", Tree, { root: { name: "given", next: null } });
    tree.output("root").apply((root) => void seen.push(root?.next));
    tree.output("spare").apply((spare) => void seen.push(spare));
    cx.child("copy", Tree, { root: tree.output("root") });
    return undefined;
  })({}, { answers: { resource: () => ({ outputs: { root: { name: "made", next: null }, spare: null } }) } });
  assert.deepEqual(seen, [null, undefined]);
  assert.deepEqual(registrations.map(({ inputs }) => inputs), [{ root: { name: "given", next: null } }, { root: { name: "made", next: null } }]);
});

test("a value of outputs is unknown or secret if one of them is", () => {
  const construct = made(({ text }, cx) => {
    const loud = text.apply((text) => text.toUpperCase());
    const bucket = cx.child("bucket", BUCKET, { loud, both: interpolate`${loud} and ${text}` });
    return { loud, parts: all([loud, bucket.output<string>("arn")]), whole: bucket.output("more.deep[0]"), plain: secret("word") };
  });
  const known = construct({ text: wire.secret("a") }, { answers: { resource: () => ({ outputs: { arn: "arn", more: { deep: ["x"] } } }) } });
  assert.deepEqual(known.registrations[0]?.inputs, { loud: wire.secret("A"), both: wire.secret("A and a") });
  assert.deepEqual(known.outputs, { given: { loud: wire.secret("A"), parts: [wire.secret("A"), "arn"], whole: "x", plain: wire.secret("word") } });
  const previewed = construct({ text: unknown }, { preview: true });
  assert.deepEqual(previewed.registrations[0]?.inputs, { loud: unknown, both: unknown });
  assert.deepEqual(previewed.outputs, { given: { loud: unknown, parts: [unknown, unknown], whole: unknown, plain: wire.secret("word") } });
});

test("functions of `apply` get values as their types say, and give outputs, resources and files", () => {
  const seen: unknown[] = [];
  const File = component("File", {
    inputs: { file: asset(), many: exactInteger(), page: reference(Page), left: string().optional(), zones: array(object("Zoned", { id: string() })) },
    outputs: { text: string(), page: reference(Page), copies: sdk.json() },
    construct(inputs, cx) {
      all([inputs.file, inputs.many, inputs.left]).apply(([file, many, left]) => void seen.push(file.text(), many, left));
      inputs.page.apply((page) => void seen.push(page.urn));
      inputs.zones.get<string>("[1].id").apply((id) => void seen.push(id));
      all({ many: inputs.many, deep: [inputs.left] }).apply((parts) => void seen.push(parts));
      const page = cx.child("page", Page, { path: "p", text: "t" });
      const made = inputs.many.apply((many) => cx.child("later", Page, { path: String(many), text: "t" }));
      return { text: page.id.apply((id) => interpolate`${id}!`), page, copies: inputs.file.apply((file) => ({ file, page, made })) };
    },
  });
  const tests = new TestProvider(provider({ resources: [Page], components: [File] }));
  const file = { text: "words", "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17" };
  const page = { "4dabf18193072939515e22adb298388d": "5cf8f73096256a8f31e491e813e4eb8e", urn: "urn:given", id: "1" };
  const { outputs, registrations } = tests.construct(File, { file, many: "18446744073709551615", page, zones: [{ id: "a" }, { id: "b" }] }, { name: "f" });
  assert.deepEqual(seen, ["words", 18446744073709551615n, undefined, "urn:given", "b", { many: 18446744073709551615n, deep: [undefined] }]);
  assert.deepEqual(registrations.map(({ name }) => name), ["f-page", "f-later"]);
  const own = { ...page, urn: "urn:pulumi:test::test::test:index:Page::f-page", id: "f-page_id" };
  assert.equal(outputs["text"], "f-page_id!");
  assert.deepEqual(outputs["page"], own);
  const copies = outputs["copies"] as sdk.JsonObject;
  assert.deepEqual([copies["file"], copies["page"]], [file, own]);
  assert.equal((copies["made"] as sdk.JsonObject)["id"], "f-later_id");
});

test("groups and components are declared with their contents", () => {
  const Inner = component("Inner", { inputs: { path: string(), many: integer().default(1).plain() }, outputs: { url: string() }, construct: ({ path }) => ({ url: path }) });
  const Outer = component("Outer", {
    outputs: { urls: sdk.json() },
    construct(_inputs, cx) {
      const group = cx.group("back", "Back", (cx) => {
        const inner = cx.component("inner", Inner, { path: "p" });
        const other = cx.component("other", "awsx:ec2:Vpc", { size: 1 }, { parent: inner });
        return { url: inner.output("path" as "url"), id: other.urn, name: cx.name };
      });
      return { urls: [group.output("url"), group.output("name")] };
    },
  });
  const tests = new TestProvider(provider({ components: [Inner, Outer], packages: { awsx: "1.0.0" } }));
  assert.throws(() => tests.construct(Outer, {}), /`thing-back-inner` has no output `path`; its outputs are `url`/);
});

test("a group is the parent of the resources that it declares", () => {
  const { registrations, outputs } = made((_, cx) => {
    const group = cx.group("back", "Back", (cx) => {
      const bucket = cx.child("bucket", BUCKET);
      cx.child("page", BUCKET, {}, { parent: bucket });
      return { url: bucket.id };
    });
    cx.group("empty", ":index:Empty", () => {});
    return group.output("url");
  })();
  const parents = registrations.map(({ token, name, options }) => [token, name, (options["parent"] as sdk.JsonObject | undefined)?.["urn"]]);
  assert.deepEqual(parents, [
    ["test:index:Back", "site-back", undefined],
    [BUCKET, "site-back-bucket", "urn:pulumi:test::test::test:index:Back::site-back"],
    [BUCKET, "site-back-page", `urn:pulumi:test::test::${BUCKET}::site-back-bucket`],
    ["test:index:Empty", "site-empty", undefined],
  ]);
  assert.deepEqual(outputs, { given: "site-back-bucket_id" });
});

test("what exists is looked up", () => {
  const construct = made(({ text }, cx) => {
    const page = cx.read("old", Page, { id: text }, { dependsOn: cx.child("bucket", BUCKET) });
    const found = cx.invoke<{ arn: string }>("aws:s3/getBucket:getBucket", { bucket: text });
    const joined = cx.invoke(join, { parts: [text, "b"] });
    const method = page.call<{ title: string }>("title", { loud: true });
    const referred = cx.resource(page.reference, Page);
    return { url: page.output("url"), arn: found.get("arn"), joined, method, referred: referred.output("url") };
  });
  const results: Record<string, sdk.JsonObject> = { read: { url: "u" }, method: { title: "t" }, reference: { url: "r" } };
  const answers: Answers = { lookup: ({ kind, token }) => (kind === "invoke" ? (token.startsWith("aws:") ? { arn: "a" } : { result: "j" }) : results[kind]) };
  const { lookups, outputs } = construct({}, { answers });
  assert.deepEqual(
    lookups.map(({ kind, token, name }) => [kind, token, name]),
    [
      ["read", "test:index:Page", "site-old"],
      ["invoke", "aws:s3/getBucket:getBucket", ""],
      ["invoke", "test:index:join", ""],
      ["method", "test:index:Page/title", ""],
      ["reference", "", ""],
    ],
  );
  assert.deepEqual([lookups[0]?.arguments, lookups[2]?.arguments], [{ id: "text" }, { parts: ["text", "b"] }]);
  assert.deepEqual(outputs, { given: { url: "u", arn: "a", joined: "j", method: { title: "t" }, referred: "r" } });
  assert.deepEqual(construct({ text: unknown }, { preview: true, answers }).outputs, { given: { url: unknown, arn: unknown, joined: unknown, method: unknown, referred: unknown } });
});

test("a value of an output cannot be read, and the error says what to write", () => {
  const read: readonly (readonly [(output: sdk.Output<string>, child: sdk.Child) => unknown, RegExp])[] = [
    [(output) => `${output as unknown as string}`, /^an output cannot be converted to text.*\nhint: write interpolate`/],
    [(output) => (output as unknown as string) + "!", /interpolate/],
    [(output) => output.toString(), /interpolate/],
    [(output) => Number(output), /apply/],
    [(output) => [output].join(), /interpolate/],
    [(output) => JSON.stringify({ output }), /written as JSON.*\nhint: write `output\.apply/],
    [(output) => (output as unknown as number) > 1, /apply/],
    [(_, child) => `${child as unknown as string}`, /`resource\.id`/],
    [(_, child) => JSON.stringify(child), /written as JSON/],
  ];
  for (const [attempt, says] of read) {
    const construct = made(({ text }, cx) => String(attempt(text, cx.child("bucket", BUCKET))));
    assert.throws(() => construct(), { name: "other", message: says });
  }
});

test("mistakes name the resource, and what is known of it", () => {
  const fails = (attempt: (cx: sdk.ComponentContext, text: sdk.Output<string>) => unknown, says: RegExp): void => {
    const construct = made(({ text }, cx) => void attempt(cx, text));
    assert.throws(() => construct(), { name: "other", message: says });
  };
  const page = { path: "p", text: "t" };
  fails((cx) => cx.child("page", Page, { ...page, pth: 1 } as typeof page), /^`test:index:Page` `site-page`: `pth` is not an input; the inputs are `path`, `text`, `size`$/);
  fails((cx) => cx.child("page", Page, { ...page, path: 1 as unknown as string }), /^`test:index:Page` `site-page`: path: expected a string, found a number$/);
  fails((cx) => cx.child("bucket", BUCKET, { size: Number.NaN }), /^`aws:s3\/bucket:Bucket` `site-bucket`: size: NaN is not a number/);
  fails((cx) => cx.child("bucket", BUCKET, { text: sdk.UNKNOWN } as object as sdk.Declarations), /text: cannot be set to unknown/);
  fails((cx) => cx.child("page", Page, page).output("uri" as "url"), /^`site-page` has no output `uri`; its outputs are `path`, `text`, `size`, `url`, `zones`$/);
  fails((cx) => cx.component("page", Page as unknown as string), /`Page` is a resource, not a component\nhint: declare it with `cx\.child`/);
  fails((_, text) => text.apply((() => Promise.resolve(1)) as unknown as () => number), /the function of `apply` returned a promise/);
  fails((cx, text) => interpolate`${cx.child("page", Page, page).output("url")} ${text}`, /^a value of `interpolate`: \[0\]: expected a string, found null$/);
  fails((_, text) => text.apply(() => Number.NaN), /^the result of `apply`: NaN is not a number/);
});

test("a function that fails tells its kind, its place and its reason", () => {
  const failing = (error: () => Error) => made(({ text }) => text.apply((): string => { throw error(); }));
  assert.throws(() => failing(() => new NotFoundError("no shop"))(), { name: "not-found", message: "`apply`: no shop" });
  assert.throws(() => failing(() => new InvalidError("text", "is dull"))(), { message: "text: is dull" });
  assert.throws(() => failing(() => new TypeError("oops"))(), { name: "crashed", message: /oops/ });
  assert.throws(() => made(({ text }) => text.cast<boolean>().apply((flag) => flag))({ text: "t" }) && made(() => { throw new ProviderError("meant"); })(), { name: "other", message: "meant" });
});

test("an output is refused in another component than its own", () => {
  let kept: { readonly text: sdk.Output<string>; readonly child: sdk.Child; readonly cx: sdk.ComponentContext } | undefined;
  const construct = made(({ text }, cx) => {
    const { text: old, child, cx: oldCx } = kept ?? { text, child: cx.child("bucket", BUCKET), cx };
    kept ??= { text: old.apply((text) => text), child, cx };
    const attempt = [() => kept?.text, () => child.id, () => child, () => oldCx.child("x", BUCKET).id][turn++ % 4];
    return attempt?.() as sdk.Input<sdk.Json>;
  });
  let turn = 0;
  construct();
  for (const says of [/given: is an output of another or a finished component/, /given: is an output of another or a finished component/, /`aws:s3\/bucket:Bucket` `site-x`: .*context of another or a finished component/]) {
    assert.throws(() => construct(), { name: "other", message: says });
  }
  assert.throws(() => kept?.text.apply((text) => text), /is an output of another or a finished component|only while a component is constructed/);
});

test("inputs that are there are judged, plain ones have to be", () => {
  const construct = made(({ count }) => count);
  assert.deepEqual(construct({ count: 4 }).outputs, { given: 4 });
  assert.throws(() => construct({ count: unknown, text: 5 }), { name: "InvalidError", message: "text: expected a string, found a number; count: is not known yet" });
});

test("all outputs of the definition are required, and no others are allowed", () => {
  const outputs = (given: unknown) => {
    const Odd = component("Odd", { outputs: { url: string(), more: string().optional() }, construct: () => given as { url: string } });
    return new TestProvider(provider({ components: [Odd] })).construct(Odd, {}).outputs;
  };
  assert.deepEqual(outputs({ url: "u" }), { url: "u" });
  assert.throws(() => outputs({}), { message: "what `construct` of `Odd` returned cannot be used: url: is missing, and is not optional" });
  assert.throws(() => outputs(undefined), /url: is missing/);
  assert.throws(() => outputs({ url: "u", uri: "u" }), /`uri` is not an output; the outputs are `url`, `more`/);
  assert.throws(() => outputs({ url: 1 }), /url: expected a string/);
  assert.throws(() => outputs(Promise.resolve({ url: "u" })), /`construct` returned a promise/);
});

test("a component knows its configuration and its place, and is random by its URN", () => {
  const { outputs } = made((_, cx) => ({ region: cx.config(Settings).region, project: cx.project, stack: cx.stack, token: cx.token, name: cx.name, bytes: cx.random(3).length }))();
  assert.deepEqual(outputs, { given: { region: "here", project: "test", stack: "test", token: "test:index:Any", name: "site", bytes: 3 } });
});

const Site = component("Site", { inputs: { title: string() }, outputs: { url: string() }, construct: ({ title }) => ({ url: title }) });

/** Puts an announcement on the site. */
const announce = method(Site, "announce", {
  inputs: { text: string().maxLength(20), times: integer().default(1).lte(3).plain(), note: string().optional() },
  outputs: { key: string(), url: string().secret() },
  constraints: [{ conflicts: ["text", "note"] }],
  call(site, { text, times, note }, cx) {
    if (times === 2) throw new InvalidError("times", "is even");
    const url = interpolate`${site.output("url")}/${text}`;
    const bucket = cx.child("news", BUCKET, { url, note });
    return { key: bucket.id, url };
  },
});

const rename = method(Page, "rename", { outputs: string(), call: (page) => page.output("url") });
const forget = method(Site, "forget", { description: "Forgets.", call() {} });
const withMethods = () => new TestProvider(provider({ components: [Site], resources: [Page], methods: [announce, rename, forget], packages: { aws: "7.3.0" } }));

test("a method has a part in the schema, which its resource names", () => {
  const { schema, functions, manifest } = withMethods().describe() as { schema: sdk.JsonObject; functions: sdk.JsonObject; manifest: number };
  const { resources, functions: described } = schema as { resources: Record<string, sdk.JsonObject>; functions: sdk.JsonObject };
  assert.equal(manifest, 1);
  assert.deepEqual(resources["test:index:Site"]?.["methods"], { announce: "test:index:Site/announce", forget: "test:index:Site/forget" });
  assert.deepEqual(resources["test:index:Page"]?.["methods"], { rename: "test:index:Page/rename" });
  const owner = (name: string): sdk.JsonObject => ({ $ref: `#/resources/test:index:${name}` });
  assert.deepEqual(described["test:index:Site/announce"], {
    inputs: {
      type: "object",
      properties: { text: { type: "string" }, times: { type: "integer", plain: true, default: 1 }, note: { type: "string" }, __self__: owner("Site") },
      required: ["text", "__self__"],
    },
    outputs: { type: "object", properties: { key: { type: "string" }, url: { type: "string", secret: true } }, required: ["key", "url"] },
  });
  assert.deepEqual(described["test:index:Page/rename"], {
    inputs: { type: "object", properties: { __self__: owner("Page") }, required: ["__self__"] },
    outputs: { type: "object", properties: { result: { type: "string" } }, required: ["result"] },
  });
  assert.deepEqual(described["test:index:Site/forget"], { description: "Forgets.", inputs: { type: "object", properties: { __self__: owner("Site") }, required: ["__self__"] } });
  assert.deepEqual(functions["test:index:Site/announce"], { properties: { text: { maxLength: 20 }, times: { maximum: 3 } }, constraints: [{ conflicts: ["text", "note"] }] });
  const other = provider({ name: "test", version: "1.0.0", methods: [forget] });
  assert.throws(() => new TestProvider(other).describe(), /`test:index:Site\/forget` is a method of `test:index:Site`, which is neither in `components` nor in `resources`/);
});

test("a method declares resources, and returns results from its resource's outputs", () => {
  const made = withMethods().call(announce, { url: "https://docs" }, { text: "moved" }, { name: "docs" });
  assert.deepEqual(made.registrations.map(({ name, inputs }) => [name, inputs]), [["docs-news", { url: "https://docs/moved" }]]);
  assert.deepEqual(made.outputs, { key: "docs-news_id", url: "https://docs/moved" });
  assert.deepEqual(made.lookups.map(({ kind }) => kind), ["reference"]);
  const secret = withMethods().call(announce, { url: "https://docs" }, { text: wire.secret("moved") });
  assert.deepEqual(secret.outputs["url"], wire.secret("https://docs/moved"));
  assert.throws(() => withMethods().call(announce, { url: "u" }, { text: "t", times: 2 }), { name: "InvalidError", message: "times: is even" });
  assert.throws(() => withMethods().call(announce, { url: "u" }, { text: 1, times: wire.unknown() }), { name: "InvalidError", message: "text: expected a string, found a number; times: is not known yet" });
  assert.deepEqual(withMethods().call(rename, { url: "u" }).outputs, { result: "u" });
  assert.deepEqual(withMethods().call(forget, {}).outputs, {});
});

test("outputs stand in no record of a resource", () => {
  const Kept = resource("Kept", { inputs: {}, outputs: { text: string() }, create: () => ({ id: "x", outputs: { text: output("t") as unknown as string } }) });
  const tests = new TestProvider(provider({ resources: [Kept] }));
  assert.throws(() => tests.create(Kept, {}), /text: is of a component: only a component can declare or return it/);
});

test("the functions of a package that has components know what they do not know", () => {
  const tests = new TestProvider(provider({ components: [component("Empty", { construct() {} })] }));
  const { components } = tests;
  const context = { urn: "", token: "test:index:Other", name: "", preview: false, timeLeftMs: 1000, extra: "{}" };
  assert.throws(() => components.construct({ context, session: 9, inputs: "{}", options: "{}" }), { tag: "unsupported" });
  assert.throws(() => components.callMethod({ context, session: 9, receiver: "{}", arguments: "{}" }), { tag: "unsupported" });
  const callback = { context, session: 9, callback: 0, argument: "1" };
  assert.throws(() => components.runCallback({ ...callback, kind: "other" }), { tag: "unsupported" });
  assert.throws(() => components.runCallback({ ...callback, kind: "apply" }), { tag: "not-found" });
  assert.throws(() => output("x").apply((x) => x), /`apply` is available only while a component is constructed\nhint: move it into `construct`/);
});

test("declarations have the place in the author's source", () => {
  // The lines of this file, as if it had been bundled.
  const stack = new Error().stack ?? "";
  const [, line = "0"] = /component\.test\.js:(\d+)/.exec(stack) ?? [];
  globalThis.pulumiWasmLines = { "src/index.ts": [[Number(line), 1, 400]] };
  try {
    const construct = made(({ text }, cx) => {
      cx.child("bucket", BUCKET);
      return text.apply((): string => {
        throw new ProviderError("no");
      });
    });
    assert.throws(() => construct(), /`apply` at src\/index\.ts:\d+: no/);
    assert.match(made((_, cx) => cx.child("bucket", BUCKET).id)().registrations[0]?.position ?? "", /^src\/index\.ts:\d+$/);
  } finally {
    globalThis.pulumiWasmLines = undefined;
    setLines(undefined);
  }
});

test("transforms change the children that come after them, and leave all else as it is", () => {
  const { registrations } = made(({ text }, cx) => {
    cx.child("before", BUCKET);
    cx.transform((child) => {
      if (!child.isCustom) return;
      child.inputs.tags = { ...child.inputs.tags, site: cx.name };
      child.inputs.moved = child.inputs.word;
      child.options.protect = true;
    });
    const first = cx.child("first", BUCKET, { word: text.secret(), tags: { a: 1, b: null } }, { ignoreChanges: ["a"] });
    cx.group("group", "Group", (cx) => void cx.child("in", BUCKET, { word: first.id }));
    cx.child("own", BUCKET, {}, { transforms: (child) => void (child.inputs.own = child.inputs.moved === undefined), parent: first });
    return null;
  })({ text: "t" });
  const of = (name: string) => registrations.find((one) => one.name === `site-${name}`);
  assert.deepEqual(of("before")?.inputs, {});
  const hidden = wire.secret("t");
  assert.deepEqual(of("first")?.inputs, { word: hidden, moved: hidden, tags: { a: 1, b: null, site: "site" } });
  assert.deepEqual(of("first")?.options, { ignoreChanges: ["a"], protect: true });
  assert.deepEqual(of("group-in")?.inputs, { word: "site-first_id", moved: "site-first_id", tags: { site: "site" } });
  // Its own comes first, and the transforms of the parent come after it.
  assert.deepEqual(of("own")?.inputs, { own: true, tags: { site: "site" } });
});

test("a transform that fails says where it is declared", () => {
  const failing = (transform: (child: sdk.ChildRegistration) => never) => made((_, cx) => (cx.transform(transform), cx.child("bucket", BUCKET).id));
  assert.throws(() => failing(() => { throw new ProviderError("no"); })(), /the transform.*: no/);
  assert.throws(() => failing((child) => { throw new ProviderError(`not ${child.name}`); })(), /not site-bucket/);
});

/** Constructs a component, and gives the options of its children as the host gets them, and what runs its hooks. */
function hosted(construct: (cx: sdk.ComponentContext) => void) {
  const Any = component("Any", { construct: (_, cx) => construct(cx) });
  const tests = new TestProvider(provider({ components: [Any], packages: { aws: "7.3.0" } }));
  const options: sdk.Json[] = [];
  const register = (registration: { readonly options: string }): number => options.push(JSON.parse(registration.options) as sdk.Json);
  tests.host._deployment = { register } as unknown as NonNullable<typeof tests.host._deployment>;
  const context = { urn: "urn:site", token: "test:index:Any", name: "site", preview: false, timeLeftMs: 1000, extra: "{}" };
  tests.components.construct({ context, session: 7, inputs: "{}", options: "{}" });
  const run = (callback: number, argument: sdk.JsonObject): string =>
    tests.components.runCallback({ context, session: 7, callback, kind: "hook", argument: JSON.stringify(argument) }).resultValue;
  return { options, run };
}

test("hooks are numbers by their moments in the options, and moments without one are left out", () => {
  const Thing = sdk.resourceType<{}, {}>("aws:s3:Thing");
  const hook = (): void => {};
  const { options } = hosted((cx) => {
    cx.child("one", BUCKET, {}, { hooks: { afterCreate: hook } });
    cx.child("many", Thing, {}, { transforms: hook, protect: true, hooks: { afterUpdate: [hook], beforeUpdate: [], afterCreate: [hook, hook], beforeCreate: hook } });
    cx.child("none", BUCKET, {}, { hooks: { afterCreate: [] } });
    cx.child("empty", BUCKET, {}, { hooks: {} });
  });
  assert.deepEqual(options, [{ hooks: { afterCreate: [0] } }, { protect: true, transforms: [1], hooks: { beforeCreate: [2], afterCreate: [3, 4], afterUpdate: [5] } }, {}, {}]);
});

test("a hook is told of its child, as often as the host asks, and what it returns does not count", () => {
  const seen: sdk.HookArguments[] = [];
  const { run } = hosted((cx) => void cx.child("one", BUCKET, {}, { hooks: { afterUpdate: (hook) => seen.push(hook) } }));
  const told = { type: BUCKET, name: "site-one", urn: "urn:one" };
  const file = wire.signed("asset", { text: "t" });
  assert.equal(run(0, { ...told, event: "beforeCreate", newInputs: {} }), "null");
  const maps = { newInputs: { file, none: null }, oldInputs: { a: [1] }, newOutputs: { b: true }, oldOutputs: {} };
  assert.equal(run(0, { ...told, event: "afterUpdate", id: "i", ...maps, later: 1 }), "null");
  const { type: token, ...named } = told;
  assert.deepEqual(seen[0], { event: "beforeCreate", token, ...named, newInputs: {} });
  assert.ok(seen[1]?.newInputs?.["file"] instanceof sdk.Asset);
  const newInputs = { ...maps.newInputs, file: seen[1].newInputs["file"] as unknown };
  assert.deepEqual(seen[1], { event: "afterUpdate", token, ...named, id: "i", ...maps, newInputs });
});

test("a hook of an unknown number is not found", () => {
  const { run } = hosted((cx) => void cx.child("one", BUCKET, {}, { hooks: { afterUpdate: () => {} } }));
  assert.throws(() => run(1, {}), { tag: "not-found", val: { message: "the session 7 has no hook 1", extra: "{}" } });
});

test("a transform gives no hooks", () => {
  const construct = made((_, cx) => {
    cx.transform((child) => Object.assign(child.options, { hooks: { afterCreate: () => {} } }));
    return cx.child("bucket", BUCKET, {}).id;
  });
  assert.throws(() => construct(), /the result of the transform: hooks\.afterCreate: expected a JSON value, found a function/);
});

test("a test runs hooks around the making of a child, and not in a preview", () => {
  const seen: (sdk.HookArguments | string)[] = [];
  const hook = (hook: sdk.HookArguments): void => void seen.push(hook);
  const Thing = sdk.resourceType<{ readonly text: sdk.Input<string> }, {}>("aws:s3:Thing");
  const construct = made(({ text }, cx) => {
    cx.transform((child) => void (child.inputs.more = 1));
    cx.child("thing", Thing, { text: text.secret() }, { hooks: { beforeCreate: [hook], afterCreate: hook, beforeUpdate: hook, afterUpdate: hook } });
    return null;
  });
  const answers: Answers = { resource: ({ name }) => (seen.push(name), { id: "id", outputs: { url: wire.secret("u") } }) };
  const { registrations } = construct({ text: "t" }, { answers });
  assert.deepEqual(registrations[0]?.options, {});
  const about = { token: "aws:s3:Thing", name: "site-thing", urn: "urn:pulumi:test::test::aws:s3:Thing::site-thing", newInputs: { text: "t", more: 1 } };
  assert.deepEqual(seen, [{ event: "beforeCreate", ...about }, "site-thing", { event: "afterCreate", ...about, id: "id", newOutputs: { text: "t", more: 1, url: "u" } }]);
  seen.length = 0;
  construct({ text: "t" }, { answers, preview: true });
  assert.deepEqual(seen, []);
});

test("a test refuses hooks of groups and components, as the host does", () => {
  const hooks = { afterCreate: (): void => {} };
  const grouped = made((_, cx) => cx.group("group", "Group", () => {}, { hooks }).urn);
  assert.throws(() => grouped(), /`site-group`.*: options\.hooks: a group or component has no hooks/);
  const remote = made((_, cx) => cx.component("remote", "aws:index:Remote", {}, { hooks }).urn);
  assert.throws(() => remote(), /`site-remote`.*: options\.hooks: a group or component has no hooks/);
});

test("a hook that fails ends the construction, and says where it is declared", () => {
  const stack = new Error().stack ?? "";
  const [, line = "0"] = /component\.test\.js:(\d+)/.exec(stack) ?? [];
  globalThis.pulumiWasmLines = { "src/index.ts": [[Number(line), 1, 400]] };
  try {
    const failing = (hook: sdk.Hook, moment: keyof sdk.Hooks = "afterCreate") => made((_, cx) => cx.child("bucket", BUCKET, {}, { hooks: { [moment]: hook } }).id);
    const asked: string[] = [];
    const answers: Answers = { resource: ({ name }) => void asked.push(name) };
    assert.throws(() => failing(() => { throw new ProviderError("no"); }, "beforeCreate")({}, { answers }), { name: "other", message: /^the hook at src\/index\.ts:\d+: no$/ });
    assert.deepEqual(asked, []);
    assert.throws(() => failing((hook) => { throw new InvalidError("text", `not ${hook.name}`); })(), { name: "other", message: /^the hook at src\/index\.ts:\d+: text: not site-bucket$/ });
    // The engine is told an exception that the author did not foresee: a crash would end the whole construction.
    assert.throws(() => failing(() => { throw new TypeError("odd"); })(), { name: "other", message: /^the hook at src\/index\.ts:\d+: TypeError: odd/ });
    assert.throws(() => failing(async () => {})(), /the function of the hook at src\/index\.ts:\d+ returned a promise, and the host does not wait for promises/);
    assert.doesNotThrow(() => failing(() => { throw new ProviderError("no"); }, "afterUpdate")());
  } finally {
    globalThis.pulumiWasmLines = undefined;
    setLines(undefined);
  }
});
