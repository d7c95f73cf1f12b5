/** Providers as their host sees them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as sdk from "../src/index.js";
import { UNKNOWN } from "../src/index.js";
import { places, setLines } from "../src/call/stack.js";
import { FakeHost, hostError, TestProvider, wire } from "../src/testing.js";

const { array, config, func, http, integer, InvalidError, isKnown, NotFoundError, object, PartialError, pending, provider, resource, secret, string } = sdk;

const Disk = object("Disk", { size: integer().gte(1), key: string().secret().optional() });

const Settings = config(
  { server: string(), token: string().secret().optional() },
  { configure: ({ server, token }) => http.client({ baseUrl: `${server}/api`, ...(token === undefined ? {} : { bearer: token }) }) },
);

const Machine = resource("Machine", {
  inputs: {
    label: string().replace(),
    disks: array(Disk).optional(),
    password: string().writeOnly().optional(),
  },
  outputs: { address: string(), url: string().stable().optional() },
  autoName: { property: "label", maxLength: 63 },
  check({ inputs }, cx) {
    if (isKnown(inputs.label) && inputs.label.includes(" ")) cx.fail("label", "has a space in it");
    if (isKnown(inputs.label)) inputs.label = inputs.label.toLowerCase();
  },
  diff(diff) {
    diff.ignore("disks");
    if (diff.differs("label")) diff.deleteBeforeReplace = true;
  },
  create({ inputs }, cx) {
    cx.checkpoint(inputs.label, { address: "" });
    const address = cx.wait({ every: 10 }, () => {
      const { state, ip } = cx.client(Settings).get(inputs.label).ensureOk().json({ state: string(), ip: string() });
      return state === "on" ? ip : pending(state);
    });
    return { id: inputs.label, outputs: { address: secret(address) } };
  },
  previewCreate({ inputs }) {
    return { outputs: { url: isKnown(inputs.label) ? `http://${inputs.label}` : UNKNOWN } };
  },
  read({ id, old }) {
    if (id === "gone") return undefined;
    if (id === "told") return { inputs: { label: id, disks: [{ size: 1, key: secret("key") }] }, outputs: { address: "1.2.3.4" } };
    return { state: { label: id, address: "1.2.3.4", password: old?.password ?? "secret" } };
  },
  update({ id, inputs }) {
    if (inputs.disks?.length === 3) throw new PartialError(id, { address: "half" }, "the third disk is broken");
    return { outputs: { address: "5.6.7.8" } };
  },
  delete({ id }) {
    throw new NotFoundError(`${id} is gone`);
  },
  migrations: [(old) => old.rename("name", "label")],
});

const add = func("add", {
  inputs: { numbers: array(integer()) },
  outputs: integer(),
  pure: true,
  call({ numbers }) {
    if (numbers.length === 0) throw new InvalidError("numbers", "must not be empty");
    return numbers.reduce((sum, number) => sum + number, 0);
  },
});

const all = provider({ config: Settings, resources: [Machine], functions: [add] });
const made = (host = new FakeHost()): TestProvider => new TestProvider(all, { host, config: { server: "http://server", token: wire.secret("t") } });

test("a returned name similar to a property is a warning, and any other unknown name a debug message", () => {
  const Thing = resource("Thing", {
    inputs: { label: string() },
    outputs: { address: string().optional(), size: integer().optional() },
    create: ({ inputs: { label } }) => {
      const answer: Record<string, unknown> = { adress: "a", etag: "1", size: 2, sise: 3 };
      return { id: label, outputs: { ...answer, label } };
    },
    update: ({ inputs: { label } }) => ({ outputs: { label, ...({ addres: "a" } as object) } }),
  });
  const look = func("look", { outputs: { found: string().optional() }, call: () => ({ ...({ foudn: "a" } as object) }) });
  const host = new FakeHost();
  const provided = new TestProvider(provider({ resources: [Thing], functions: [look] }), { host });
  const created = provided.create(Thing, { label: "a" });
  assert.deepEqual(created.outputs, { label: "a", size: 2 });
  provided.update(Thing, "a", { inputs: { label: "a" }, outputs: { label: "a" } }, { label: "b" });
  provided.invoke(look);
  const told = host.messages.map(({ severity, message }) => `${severity}: ${message}`);
  const notKept = "which is not one of its properties, so it is not kept: did you mean";
  assert.deepEqual(told, [
    `warning: \`Thing\` returned \`adress\`, ${notKept} \`address\`?`,
    "debug: `Thing` returned `etag`, `sise`, which are not among its properties, so they are not kept",
    `warning: \`Thing\` returned \`addres\`, ${notKept} \`address\`?`,
    `warning: \`look\` returned \`foudn\`, ${notKept} \`found\`?`,
  ]);
});

test("a resumed create has the outputs that its checkpoint had, and the others are undefined", () => {
  const seen: unknown[] = [];
  const Slow = resource("Slow", {
    inputs: { label: string() },
    outputs: { address: string(), zone: string() },
    create: () => ({ id: "one", outputs: { address: "a", zone: "z" } }),
    resume({ id, old, inputs: { label } }) {
      // Both have a type that says so.
      const address: string | undefined = old.address;
      // @ts-expect-error An output that the checkpoint may lack.
      const zone: string = old.zone;
      seen.push(address, zone, old.label);
      return { outputs: { label, address: address ?? "late", zone: zone ?? `late of ${id}` } };
    },
  });
  const resume = { id: "one", outputs: { label: "l", address: "kept" } };
  const resumed = new TestProvider(provider({ resources: [Slow] })).create(Slow, { label: "l" }, { resume });
  assert.deepEqual(seen, ["kept", undefined, "l"]);
  assert.deepEqual(resumed.outputs, { label: "l", address: "kept", zone: "late of one" });
  assert.equal(resumed.id, "one");
});

test("a create reads its configuration, waits, saves a checkpoint, and records inputs as they were given", () => {
  const host = new FakeHost();
  const states = ["booting", "on"];
  host.answer = () => ({ json: { state: states.shift(), ip: "1.2.3.4" } });
  const { id, outputs } = made(host).create(Machine, { label: "one", disks: [{ size: 1, key: wire.secret("k") }], password: wire.secret("p") });
  assert.equal(id, "one");
  assert.deepEqual(outputs, { label: "one", disks: [{ size: 1, key: "k" }], address: wire.secret("1.2.3.4") });
  assert.deepEqual(host.checkpoints[0]?.outputs, { label: "one", disks: [{ size: 1, key: "k" }], address: "" });
  assert.deepEqual(host.requests.map(({ url }) => url), ["http://server/api/one", "http://server/api/one"]);
});

test("a check keeps what it does not touch, secrets and unknowns and all", () => {
  const disks = [{ size: wire.unknown(), key: wire.secret("k") }];
  const { inputs, failures } = made().check(Machine, { label: wire.secret("A b"), disks, extra: 1 });
  assert.deepEqual(inputs, { label: wire.secret("a b"), disks, extra: 1 });
  assert.deepEqual(failures, [{ property: "label", reason: "has a space in it" }]);
});

test("what a check does not look at goes back to the letter", () => {
  const context = { urn: "", token: "test:index:Machine", name: "", preview: false, timeLeftMs: 1000, extra: "{}" };
  const check = (inputs: string): string => made().lifecycle.check({ context, oldInputs: "{}", inputs }).inputs;
  const same = '{ "disks": [{"size": 1.0}], "label": "a", "more": -0.0 }';
  assert.equal(check(same), same);
  assert.equal(check(same.replace('"a"', '"A"')), '{"disks":[{"size":1}],"label":"a","more":-0.0}');
});

test("a hook may do with lazy inputs what it may do with others", () => {
  const seen: unknown[] = [];
  const Lazy = resource("Lazy", {
    inputs: { names: array(string()), disk: Disk, note: string().optional(), odd: array(integer()).optional() },
    check({ inputs }) {
      const { names, ...others } = inputs;
      seen.push(JSON.stringify(inputs), Object.keys(inputs), "names" in inputs, names === inputs.names, others.disk === inputs.disk);
      if (isKnown(inputs.names)) inputs.names.push("b");
      inputs.disk = { size: 2 };
    },
    create: () => ({ id: "x" }),
  });
  const lazy = new TestProvider(provider({ resources: [Lazy] }));
  const { inputs } = lazy.check(Lazy, { names: ["a"], disk: wire.secret({ size: 1 }) });
  assert.deepEqual(inputs, { names: ["a", "b"], disk: wire.secret({ size: 2 }) });
  assert.deepEqual(seen.map((item) => (typeof item === "string" ? JSON.parse(item) : item) as unknown), [{ names: ["a"], disk: { size: 1 } }, ["names", "disk"], true, true, true]);
  // A misfit is reported at its first read.
  assert.deepEqual(lazy.check(Lazy, { names: ["a"], disk: { size: 1 }, odd: ["x"] }).failures, [{ property: "odd[0]", reason: "expected a whole number, found a string" }]);
});

test("a state of another shape leaves a comparison to the host, an error of the hook does not", () => {
  const Compared = resource("Compared", {
    inputs: { size: integer() },
    diff(diff) {
      diff.ignore("size");
      if (diff.inputs.size === 3) throw new InvalidError("size", "is three");
      if (diff.old.size === 1) diff.replace("size");
    },
    create: () => ({ id: "x" }),
  });
  const { lifecycle } = new TestProvider(provider({ name: "test", resources: [Compared] }));
  const context = { urn: "", token: "test:index:Compared", name: "", preview: false, timeLeftMs: 1000, extra: "{}" };
  const differences = [{ property: "size", kind: "change" as const, extra: "{}" }];
  const diff = (old: unknown, size: number): unknown =>
    lifecycle.diff({ context, id: "x", oldInputs: JSON.stringify({ size: old }), oldOutputs: JSON.stringify({ size: old }), inputs: JSON.stringify({ size }), differences, deleteBeforeReplace: false }).differences;
  assert.deepEqual(diff("many", 2), differences);
  assert.deepEqual(diff(1, 2), [{ property: "size", kind: "change-replace", extra: "{}" }]);
  assert.throws(() => diff(1, 3), { tag: "invalid" });
});

test("a preview says more, and leaves the rest as the host shows it", () => {
  const provider = made();
  assert.deepEqual(provider.create(Machine, { label: "x" }, { preview: true }).outputs, { label: "x", url: "http://x" });
  assert.equal(provider.create(Machine, { label: wire.unknown() }, { preview: true }).outputs["url"], wire.unknown());
});

test("an import gives inputs that are not recorded, a refresh does not", () => {
  const provider = made();
  assert.equal(provider.read(Machine, "gone"), undefined);
  assert.deepEqual(provider.read(Machine, "one"), { id: "one", inputs: { label: "one", password: "secret" }, outputs: { label: "one", address: "1.2.3.4" } });
  const told = { label: "told", disks: [{ size: 1, key: wire.secret("key") }] };
  assert.deepEqual(provider.read(Machine, "told"), { id: "told", inputs: told, outputs: { ...told, address: "1.2.3.4" } });
  const recorded = { inputs: { label: "one" }, outputs: { label: "one", address: "x" } };
  assert.equal(provider.read(Machine, "one", recorded)?.inputs, undefined);
});

test("failures keep their kind, and a partial one its state", () => {
  const provider = made();
  const old = { inputs: { label: "a" }, outputs: { label: "a", address: "x" } };
  assert.throws(() => provider.delete(Machine, "a", old), { name: "not-found", message: "a is gone" });
  const disk = { size: 1 };
  assert.throws(() => provider.update(Machine, "a", old, { label: "a", disks: [disk, disk, disk] }), {
    name: "partial",
    reasons: ["the third disk is broken"],
    outputs: { label: "a", disks: [disk, disk, disk], address: "half" },
  });
  assert.throws(() => provider.create(Machine, { label: "a" }), { name: "denied" });
  const host = new FakeHost();
  host.answer = () => {
    throw hostError("unavailable", "nobody listens");
  };
  assert.throws(() => made(host).create(Machine, { label: "a" }), { name: "unavailable", message: "nobody listens" });
});

test("a status is an answer until the provider asks for more", () => {
  for (const [status, name] of [[401, "denied"], [404, "not-found"], [409, "already-exists"], [503, "unavailable"], [418, "other"]] as const) {
    const host = new FakeHost();
    host.answer = () => ({ status, text: " no\n" });
    assert.throws(() => made(host).create(Machine, { label: "a" }), { name, message: `GET http://server/api/a answered ${status}: no` });
  }
});

test("a redirect that is not followed is an error without secrets, and each status outside of 200 to 299 is one", () => {
  const hint = "hint: set the request's option `redirects` to the number of redirects to follow";
  for (const [location, shown] of [
    ["https://u:p@b.example/login?token=secret#x", "https://b.example/login"],
    ["//u:p@b.example/login", "//b.example/login"],
    ["/\\u:p@b.example", "//b.example"],
    ["/@scope/login?token=secret", "/@scope/login"],
    ["login?token=secret", "login"],
  ] as const) {
    const host = new FakeHost();
    host.answer = () => ({ status: 302, headers: { location }, text: "<html>" });
    const message = `GET http://server/api/a answered 302, a redirect to \`${shown}\` that the request does not follow\n${hint}`;
    assert.throws(() => made(host).create(Machine, { label: "a" }), { name: "other", message });
  }
  const unchanged = new FakeHost();
  unchanged.answer = () => ({ status: 304 });
  assert.throws(() => made(unchanged).create(Machine, { label: "a" }), { name: "other", message: "GET http://server/api/a answered 304" });
});

test("a function gives its result, and names what is wrong with its arguments", () => {
  const provider = made();
  assert.deepEqual(provider.invoke(add, { numbers: [1, 2] }), { result: 3 });
  assert.throws(() => provider.invoke(add, { numbers: [] }), { message: "numbers: must not be empty" });
});

test("a diff corrects the host's", () => {
  const context = { urn: "", token: "test:index:Machine", name: "", preview: false, timeLeftMs: 1000, extra: "{}" };
  const differences = [
    { property: "label", kind: "change-replace" as const, extra: "{}" },
    { property: "disks[0].size", kind: "change" as const, extra: "{}" },
  ];
  const state = JSON.stringify({ label: "a", address: "x" });
  const answer = made().lifecycle.diff({ context, id: "a", oldInputs: state, oldOutputs: state, inputs: JSON.stringify({ label: "b" }), differences, deleteBeforeReplace: false });
  assert.deepEqual(answer.differences, [differences[0]]);
  assert.equal(answer.deleteBeforeReplace, true);
});

test("migrations rename, and keep secrets", () => {
  const context = { urn: "", token: "test:index:Machine", name: "", preview: false, timeLeftMs: 1000, extra: "{}" };
  const answer = made().lifecycle.migrate({ context, fromVersion: 0, oldInputs: JSON.stringify({ name: wire.secret("a") }), oldOutputs: null });
  assert.deepEqual(JSON.parse(answer.inputs ?? ""), { label: wire.secret("a") });
  assert.equal(answer.outputs, undefined);
  const migrated = made().migrate(Machine, 0, { outputs: { name: "a" } });
  assert.deepEqual(migrated, { inputs: undefined, outputs: { label: "a" } });
});

test("what was made keeps its id and the outputs that can be written", () => {
  const number = sdk.number();
  const Meter = resource("Meter", {
    inputs: { label: string() },
    outputs: { count: integer(), ratio: number },
    create({ inputs: { label } }, cx) {
      const outputs = { count: label === "count" ? 2 ** 60 : 1, ratio: label === "ratio" ? Number.NaN : 0.5 };
      if (label === "unset") return { id: "m", outputs: { count: 1 } as typeof outputs };
      if (label === "secret") return { id: secret("7") as unknown as string, outputs };
      if (label === "number") return { id: 7 as unknown as string, outputs };
      if (cx.name === "half") throw new PartialError("m", { ...outputs, count: 2 ** 60 }, "it is not whole");
      if (cx.name === "checkpoint") cx.checkpoint("m", { ...outputs, count: 2 ** 60 });
      if (cx.name === "early") {
        cx.checkpoint("m", { ratio: 0.25 });
        throw new Error("it does not start");
      }
      return { id: "m", outputs };
    },
    update: ({ old }) => ({ outputs: { count: old.count + 1, ratio: Number.POSITIVE_INFINITY } }),
    delete({ id, old }) {
      if (id === "looks") throw new NotFoundError(String(old.count));
      throw new NotFoundError(Object.keys(old).join());
    },
  });
  const host = new FakeHost();
  const meters = new TestProvider(provider({ resources: [Meter] }), { host });
  for (const [label, lost, reason] of [
    ["count", "count", /cannot be recorded: count: 1152921504606847000 is too large/],
    ["ratio", "ratio", /cannot be recorded: ratio: /],
    ["unset", "ratio", /cannot be recorded: ratio: has no value/],
  ] as const) {
    const kept = lost === "count" ? { label, ratio: 0.5 } : { label, count: 1 };
    assert.throws(() => meters.create(Meter, { label }), { name: "partial", id: "m", outputs: kept, message: reason, unrecorded: [lost], extra: "{}" });
  }
  assert.throws(() => meters.create(Meter, { label: "number" }), { name: "partial", id: "7", unrecorded: [], message: /has to be a text/ });
  assert.throws(() => meters.create(Meter, { label: "secret" }), { name: "partial", id: "7", message: /a secret as the `id`/ });
  // An update completes a resource that its author calls incomplete.
  assert.throws(() => meters.create(Meter, { label: "a" }, { name: "half" }), { name: "partial", outputs: { label: "a", ratio: 0.5 }, unrecorded: undefined, message: /^it is not whole; .*count/ });
  assert.throws(() => meters.create(Meter, { label: "a" }, { name: "checkpoint" }), /cannot be recorded: count/);
  assert.deepEqual(host.checkpoints, [{ id: "m", outputs: { label: "a", ratio: 0.5 } }]);
  // A checkpoint records what there is.
  assert.throws(() => meters.create(Meter, { label: "a" }, { name: "early" }), /does not start/);
  assert.deepEqual(host.checkpoints[1], { id: "m", outputs: { label: "a", ratio: 0.25 } });

  const inputs = { label: "a" };
  const old = { inputs, outputs: { label: "a", count: 1, ratio: 1 } };
  assert.throws(() => meters.update(Meter, "m", old, inputs), { name: "partial", id: "m", outputs: { label: "a", count: 2 } });
  // A record of an older version without a property can be changed and deleted by hooks that do not read that property.
  const older = { inputs, outputs: { label: "a", ratio: 1 } };
  assert.throws(() => meters.update(Meter, "m", older, inputs), { message: "count: the recorded state does not fit: it is required" });
  assert.throws(() => meters.delete(Meter, "m", older), { name: "not-found", message: "label,ratio" });
  assert.throws(() => meters.delete(Meter, "looks", older), { message: /count: the recorded state does not fit/ });
});

test("an exception of a mistake is reported as a mistake, and a promise is refused", () => {
  const Broken = resource("Broken", {
    inputs: { how: string() },
    // A cast is how an asynchronous hook gets past the type checker.
    create: (({ inputs }: { inputs: { how: string } }) => (inputs.how === "promise" ? Promise.resolve({ id: "x" }) : (undefined as unknown as { id: string }).id)) as never,
  });
  const broken = new TestProvider(provider({ resources: [Broken] }));
  assert.throws(() => broken.create(Broken, { how: "promise" }), /returned a promise.*\nhint: .*remove `async`/);
  // The hook has done its work by then, and the result is unknown.
  assert.throws(() => broken.create(Broken, { how: "promise" }), { name: "crashed" });
  assert.throws(() => broken.create(Broken, { how: "other" }), { name: "crashed", message: /^TypeError: Cannot read properties of undefined/ });
});

test("the language's own functions ask the host, and give nothing away while modules are loaded", () => {
  const host = new FakeHost();
  const bytes = [...Array(256).keys()];
  host.randomByte = () => bytes.shift() ?? 0;
  const Random = resource("Random", {
    inputs: {},
    outputs: { uuid: string(), number: string(), bytes: string() },
    create() {
      console.warn("made", { of: secret("x") });
      return { id: "x", outputs: { uuid: crypto.randomUUID(), number: String(Math.random()), bytes: crypto.getRandomValues(new Uint8Array(2)).join() } };
    },
  });
  const { outputs } = new TestProvider(provider({ resources: [Random] }), { host }).create(Random, {});
  assert.deepEqual(outputs, { uuid: "00010203-0405-4607-8809-0a0b0c0d0e0f", number: String((0x1312_1110 >>> 5) * 2 ** 26 / 2 ** 53 + (0x1716_1514 >>> 6) / 2 ** 53), bytes: "24,25" });
  assert.deepEqual(host.messages[0], { severity: "warning", message: "made { of: [secret] }", ephemeral: false });
  assert.throws(() => crypto.getRandomValues(new Uint8Array(1)), /while the module is loaded[^]*hint: move it into a hook/);
});

test("a shared value is made once until its time is over, and a rate spreads what is done", () => {
  const host = new FakeHost();
  const begun = host.now;
  const Token = resource("Token", {
    inputs: { step: integer() },
    outputs: { values: array(string()) },
    create(_request, { shared }) {
      const get = (made: string): string => shared.getOrMake("token", 60_000, () => made);
      const values = [get("first"), get("second")];
      host.now += 60_000;
      values.push(shared.getOrMake("token", 60_000, () => ({ value: "third", lives: 1000 })));
      host.now += 1000;
      values.push(get("fourth"));
      shared.forget("token", "third");
      values.push(get("fifth"));
      shared.forget("token", "fourth");
      assert.throws(() => shared.getOrMake("token", 1, () => get("inner")), /it would wait for itself/);
      values.push(get("sixth"));
      for (let turn = 0; turn < 4; turn += 1) shared.rate("calls", { perSecond: 2, burst: 2 }).wait();
      return { id: "token", outputs: { values } };
    },
  });
  const made = new TestProvider(provider({ resources: [Token] }), { host });
  assert.deepEqual(made.create(Token, { step: 1 }).outputs["values"], ["first", "first", "third", "fourth", "fourth", "sixth"]);
  assert.equal(host.now - begun, 62_000);
});

test("a wait makes growing pauses up to the longest, and ends with its time", () => {
  const host = new FakeHost();
  const begun = host.now;
  const Slow = resource("Slow", {
    inputs: { looks: integer() },
    outputs: { ready: integer() },
    create({ inputs: { looks } }, cx) {
      const look = (number: number) => (number < looks ? pending("starting") : number);
      const ready = cx.wait({ every: 1000, factor: 2, maxDelay: 3000 }, look);
      assert.equal(host.now - begun, 6000);
      assert.throws(() => cx.wait({ every: 1000, timeout: 2000 }, look), /the time is over/);
      return { id: "slow", outputs: { ready } };
    },
  });
  const made = new TestProvider(provider({ resources: [Slow] }), { host });
  assert.equal(made.create(Slow, { looks: 4 }).outputs["ready"], 4);
});

test("a wait in a test ends as with a host: by the sum of its pauses, with the last status, and at the latest after 10,000 looks", () => {
  const host = new FakeHost();
  const Never = resource("Never", {
    inputs: {},
    outputs: {},
    create(_request, cx) {
      let looks = 0;
      const look = (number: number) => pending(`look ${(looks = number)}`);
      // 1 + 2 + 3 + 3 seconds.
      assert.throws(() => cx.wait({ every: 1000, factor: 2, maxDelay: 3000, timeout: 9000 }, look), { name: "TimedOutError", message: "the time is over: look 5" });
      assert.equal(host.now - Date.UTC(2000, 0, 1), 9000);
      assert.deepEqual(host.messages.map(({ message, ephemeral }) => ephemeral && message), [1, 2, 3, 4, 5].map((number) => `look ${number}`));
      assert.throws(() => cx.wait({ every: 1000, timeout: 2000 }, look), /look 3$/);
      assert.throws(() => cx.wait({ every: 1, factor: 1.5, maxDelay: 2 }, look), /looked 10001 times: look 10001$/);
      assert.equal(looks, 10_001);
      for (const factor of [0.5, NaN, Infinity]) assert.throws(() => cx.wait({ every: 1, factor }, look), InvalidError);
      assert.throws(() => cx.shared.rate("calls", { perSecond: 0 }).wait(), InvalidError);
      return { id: "never", outputs: {} };
    },
  });
  new TestProvider(provider({ resources: [Never] }), { host }).create(Never, {});
});

test("a test has archives, sees bodies of every kind, and closed requests are gone", () => {
  const host = new FakeHost();
  host.assets.set(1, { "b/c": Uint8Array.of(0xc3, 0xa9), a: Uint8Array.of(0xff) }).set(2, { d: Uint8Array.of(0x64) });
  host.answer = () => ({ text: "é" });
  const Site = resource("Site", {
    inputs: { pages: sdk.archive(), more: sdk.archive() },
    outputs: { paths: array(string()) },
    create({ inputs: { pages, more } }) {
      const [first, second] = pages.entries();
      const [other] = more.entries();
      assert.equal(other?.asset.text(), "d");
      assert.equal(second?.asset.text(), "é");
      const url = "https://e.example";
      for (const file of [first, second]) http.put(url, { asset: file!.asset, backoff: { attempts: 3, every: 100, factor: 2, maxDelay: 1000 } });
      const upload = http.upload("PUT", url);
      upload.write("é");
      const answer = upload.finish();
      const next = http.open("GET", url);
      assert.equal(answer.read().length, 2);
      answer.close();
      assert.throws(() => answer.read(), NotFoundError);
      assert.equal(next.read().length, 2);
      return { id: "site", outputs: { paths: [first!.path, second!.path] } };
    },
  });
  const archive = (handle: number) => wire.signed("archive", { hash: "h", handle });
  const { outputs } = new TestProvider(provider({ resources: [Site] }), { host }).create(Site, { pages: archive(1), more: archive(2) });
  assert.deepEqual(outputs["paths"], ["a", "b/c"]);
  assert.deepEqual(host.requests.map(({ body }) => body), ["\u00ff", "é", "é", undefined]);
});

test("a recursion without end shows both its ends", () => {
  setLines({ "src/index.ts": [[1, 1, 5000]] });
  const error = new RangeError("Maximum call stack size exceeded");
  error.stack = [...Array.from({ length: 500 }, () => "    at forever (provider.js:7:3)"), "    at create (provider.js:12:5)"].join("\n");
  const found = places(error);
  setLines(undefined);
  assert.equal(found.length, 17);
  assert.equal(found[0], "    at forever (src/index.ts:7)");
  assert.equal(found[8], "    … 485 more places …");
  assert.equal(found[16], "    at create (src/index.ts:12)");
});

test("a byte order mark is not a part of an answer's text", () => {
  const mark = Uint8Array.from([0xef, 0xbb, 0xbf]);
  for (const answer of [{ text: '\uFEFF{"a":1}' }, { bytes: Uint8Array.from([...mark, ...Buffer.from('{"a":1}')]) }]) {
    const host = new FakeHost();
    host.answer = () => answer;
    const look = func("look", {
      outputs: sdk.json(),
      call() {
        const response = http.get("http://server/");
        return { json: response.json(), text: response.text(), size: response.bytes().length };
      },
    });
    const found = new TestProvider(provider({ functions: [look] }), { host }).invoke(look);
    assert.deepEqual(found, { result: { json: { a: 1 }, text: '{"a":1}', size: 10 } });
  }
});
