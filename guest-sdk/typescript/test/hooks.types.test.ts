/** The types of hooks: their requests, contexts and results. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { array, config, func, http, integer, object, provider, resource, string, UNKNOWN } from "../src/index.js";
import type { Client, Context, CreateContext, Draft, Json, Unknown, UpdateContext } from "../src/index.js";

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => {};

const Settings = config({ url: string(), note: string().optional() }, { configure: ({ url }) => http.client({ baseUrl: url }) });
const Plain = config({ url: string() });

/** A helper that any hook may call. */
const tell = (cx: Context): void => cx.info(cx.config(Settings).url);

const Disk = object("Disk", { size: integer().gte(1) });

/** Is checked, and never runs. */
export const checked = resource("Machine", {
  inputs: { name: string(), disks: array(Disk).optional() },
  outputs: { address: string(), note: string().optional() },
  query: { prefix: string().optional() },
  create({ inputs }, cx) {
    same<typeof inputs.disks, { size: number }[] | undefined>(true);
    tell(cx);
    cx.checkpoint("one", { address: "a" });
    // @ts-expect-error: an output of another type.
    cx.checkpoint("one", { address: 1 });
    // @ts-expect-error: nothing was shown before.
    void cx.oldViews;
    cx.refreshBeforeUpdate();
    const settings = cx.config(Settings);
    same<typeof settings, { url: string; note?: string | undefined }>(true);
    const client = cx.client(Settings);
    same<typeof client, Client>(true);
    const none = cx.client(Plain);
    same<typeof none, undefined>(true);
    same<ReturnType<typeof cx.random>, Uint8Array>(true);
    // @ts-expect-error: a wait needs its first pause.
    cx.wait({ factor: 2 }, () => 1);
    return { id: "one", outputs: { address: "a" } };
  },
  resume({ id, old, inputs }, cx) {
    same<typeof old.address, string | undefined>(true);
    same<typeof cx.checkpoint, UpdateContext<never, never>["checkpoint"]>(false);
    return { outputs: { address: `${id}${inputs.name}${cx.oldViews.length}` }, refreshBeforeUpdate: true };
  },
  check({ inputs, oldInputs, oldOutputs }, cx) {
    cx.fail("name", "is wrong");
    tell(cx);
    // @ts-expect-error: no checkpoints in a check.
    cx.checkpoint("one", {});
    // @ts-expect-error: no waits in a check.
    cx.wait({ every: 1 }, () => 1);
    // @ts-expect-error: no views in a check.
    cx.views([]);
    inputs.name = "n";
    same<typeof oldOutputs, typeof oldOutputs & object>(false);
    void oldInputs?.disks;
  },
  diff(diff, cx) {
    same<typeof diff.old.address, string>(true);
    diff.ignore("name");
    // @ts-expect-error: a comparison finds nothing wrong.
    cx.fail("name", "is wrong");
    // @ts-expect-error: no requests for a refresh in a comparison.
    cx.refreshBeforeUpdate();
  },
  previewCreate({ inputs, outputs }, cx) {
    cx.views([]);
    // @ts-expect-error: no waits in a preview.
    cx.wait({ every: 1 }, () => 1);
    // @ts-expect-error: what the hook knows is in its result.
    outputs.address = "a";
    return { outputs: { address: inputs.name === UNKNOWN ? UNKNOWN : `${inputs.name}.example` } };
  },
  read({ id, old, inputs }, cx) {
    cx.wait({ every: 1 }, (attempt) => attempt);
    cx.refreshBeforeUpdate();
    // @ts-expect-error: no checkpoints in a look.
    cx.checkpoint("one", {});
    if (id === "") return { inputs: { name: id }, outputs: { address: id } };
    void inputs?.name;
    return old && { id, state: old };
  },
  update({ id, old, inputs }, cx) {
    cx.checkpoint(id, { note: "n" });
    return { outputs: { address: old.address + inputs.name } };
  },
  delete({ id, old }, cx) {
    cx.views([]);
    // @ts-expect-error: nothing is updated after a delete.
    cx.refreshBeforeUpdate();
    void [id, old.address];
  },
  list({ query, limit, pageSize, continuationToken }, cx) {
    same<typeof query, { prefix?: string | undefined }>(true);
    same<typeof limit, number | undefined>(true);
    // @ts-expect-error: a list shows nothing of one resource.
    cx.views([]);
    void [pageSize, cx.timeLeft];
    return { resources: [{ id: "a", name: "A" }], continuationToken };
  },
});

/** The same for the rest. */
export const look = func("look", {
  inputs: { name: string() },
  call({ name }, cx) {
    cx.wait({ every: 1 }, () => name);
    // @ts-expect-error: a function saves no state.
    cx.checkpoint("one", {});
  },
});

/** Is checked, and never runs. */
export function rules(): void {
  // @ts-expect-error: it is `gte`.
  integer().min(1);
  // @ts-expect-error: it is `serverDefault`.
  string().computed();
}

test("the type checker refuses what a hook may not do", () => {
  config(
    { url: string() },
    {
      configure(settings, cx) {
        cx.info(settings.url);
        // @ts-expect-error: the configuration does not exist yet.
        cx.config(Settings);
        // @ts-expect-error: a helper may ask for the configuration.
        tell(cx);
      },
    },
  );
  // @ts-expect-error: an output is missing.
  resource("A", { inputs: {}, outputs: { a: string() }, create: () => ({ id: "a" }) });
  // @ts-expect-error: outputs are below `outputs`.
  resource("A", { inputs: {}, outputs: { a: string() }, create: () => ({ id: "a", outputs: { a: "" } }), update: () => ({ a: "" }) });
  // @ts-expect-error: a state has all properties.
  resource("A", { inputs: { a: string(), b: string() }, create: () => ({ id: "a" }), read: () => ({ state: { a: "" } }) });
  // @ts-expect-error: inputs are missing.
  resource("A", { inputs: { a: string() }, outputs: { b: string() }, create: () => ({ id: "a", outputs: { b: "" } }), read: () => ({ outputs: { b: "" } }) });
  // @ts-expect-error: asynchronous.
  resource("A", { inputs: {}, create: async () => ({ id: "a" }) });
  // @ts-expect-error: an old name of an option.
  resource("A", { inputs: { a: string() }, name: "a", create: () => ({ id: "a" }) });
  // @ts-expect-error: a text is not a reference.
  provider({ config: Settings, net: [{ host: Settings.ref("url"), credential: { bearer: "token" } }] });
  assert.equal(typeof checked, "object");
});

test("an unknown value narrows by itself and by the types of others", () => {
  const size = (name: Draft<string | undefined>, disks: Draft<{ size: number }[]>): number => {
    if (name === UNKNOWN) {
      same<typeof name, Unknown>(true);
      return -1;
    }
    same<typeof name, string | undefined>(true);
    if (typeof disks === "symbol") return -2;
    const [first] = disks;
    if (first === undefined || first === UNKNOWN || first.size === UNKNOWN) return -3;
    same<typeof first.size, number>(true);
    return first.size;
  };
  assert.deepEqual([size(UNKNOWN, []), size("a", UNKNOWN), size("a", [UNKNOWN]), size("a", [{ size: 3 }])], [-1, -2, -3, 3]);
});

/** Is checked, and never runs. */
export function bodies(client: Client, cx: CreateContext): void {
  const any = client.get("a").json();
  same<typeof any, Json>(true);
  const made = client.get("a").json({ id: string(), disks: array(Disk), note: string().optional() });
  same<typeof made, { id: string; disks: { size: number }[]; note?: string | undefined }>(true);
  const all = client.get("a").json(array(object({ id: string() })));
  same<typeof all, { id: string }[]>(true);
  // @ts-expect-error: no type is taken at its word.
  client.get("a").json<{ id: string }>();
  void cx;
}
