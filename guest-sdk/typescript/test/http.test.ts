/** Requests by clients, and the bodies of answers. */

import assert from "node:assert/strict";
import { test } from "node:test";

import * as sdk from "../src/index.js";
import { FakeHost, TestProvider, type Answer, type Sent } from "../src/testing.js";

const { array, config, discriminatedUnion, enumOf, errorContext, exactInteger, func, http, integer, InvalidError, NotFoundError, object, PartialError, provider, record, string } = sdk;

/** Runs something as a function of a provider does. */
function during<T>(run: (cx: sdk.FunctionContext) => T, answer: (request: Sent) => Answer = () => ({})): { readonly found: T; readonly host: FakeHost } {
  let found: { readonly value: T } | undefined;
  const call = func("call", { call: (_inputs, cx) => void (found = { value: run(cx) }) });
  const host = new FakeHost();
  host.answer = answer;
  new TestProvider(provider({ functions: [call] }), { host }).invoke(call);
  return { found: found!.value, host };
}

/** The rows that the other languages have as well. */
const ADDRESSES: readonly (readonly [base: string | undefined, path: string, address: string])[] = [
  ["https://api.example.com", "machines", "https://api.example.com/machines"],
  ["https://api.example.com", "/machines", "https://api.example.com/machines"],
  ["https://api.example.com/", "/machines", "https://api.example.com/machines"],
  ["https://api.example.com/v1", "machines", "https://api.example.com/v1/machines"],
  ["https://api.example.com/v1//", "//machines", "https://api.example.com/v1/machines"],
  ["https://api.example.com/v1", "", "https://api.example.com/v1"],
  ["https://api.example.com/v1/", "", "https://api.example.com/v1/"],
  ["https://api.example.com/v1", "/", "https://api.example.com/v1/"],
  ["https://api.example.com/v1", "?size=1", "https://api.example.com/v1/?size=1"],
  ["https://api.example.com/v1", "a?b=c#d", "https://api.example.com/v1/a?b=c#d"],
  ["http://[::1]:8080", "a", "http://[::1]:8080/a"],
  ["https://api.example.com", "@evil.example", "https://api.example.com/@evil.example"],
  ["https://api.example.com", "//evil.example/a", "https://api.example.com/evil.example/a"],
  ["https://api.example.com", "a?next=https://evil.example", "https://api.example.com/a?next=https://evil.example"],
  ["https://api.example.com", "https://other.example/a", "https://other.example/a"],
  [undefined, "https://other.example/a", "https://other.example/a"],
];

test("a base address and a path are joined in one way", () => {
  for (const [baseUrl, path, address] of ADDRESSES) {
    const { host } = during(() => http.client(baseUrl === undefined ? {} : { baseUrl }).get(path));
    assert.equal(host.requests[0]?.url, address, `${baseUrl} ${path}`);
  }
});

test("a base address has a scheme and a host, and no query", () => {
  for (const baseUrl of [
    "",
    "api.example.com",
    "/v1",
    "ftp://api.example.com",
    "https://",
    "https://me:secret@api.example.com",
    "https://api.example.com\\@evil.example",
    "https://api.example.com?key=secret",
    "https://api.example.com/v1#secret",
  ]) {
    const told = (error: Error): boolean => /^the base address `[^`]*` has (no scheme and host|a query or a fragment)\nhint: /.test(error.message) && !error.message.includes("secret");
    assert.throws(() => http.client({ baseUrl }), told, baseUrl);
  }
});

/** Whether the headers of a client for `https://api.example.com/v1` go along. */
const OTHERS: readonly (readonly [address: string, isOwn: boolean])[] = [
  ["https://api.example.com/other", true],
  ["https://API.example.com:443", true],
  ["https://api.example.com:0443/a", true],
  ["HTTPS://api.example.com?x", true],
  ["http://api.example.com/v1", false],
  ["https://api.example.com:8443/v1", false],
  ["https://api.example.com:0/v1", false],
  ["https://a.api.example.com/v1", false],
  ["https://api.example.com.evil.example", false],
  ["https://evil.example/api.example.com", false],
  ["https://evil.example/@api.example.com", false],
  ["https://evil.example\\@api.example.com", false],
  ["https://evil.example?@api.example.com", false],
  ["https://evil.example#@api.example.com", false],
  ["https://me@api.example.com", false],
  ["https://api.example.com@evil.example", false],
  ["https://api.example.com\\@evil.example", false],
  ["https://api.exam\tple.com", false],
  ["https:///evil.example", false],
  ["ftp://api.example.com/v1", false],
];

test("headers and credentials of a client go to the server of its base address alone", () => {
  for (const [address, isOwn] of OTHERS) {
    const { host } = during(() => http.client({ baseUrl: "https://api.example.com/v1", bearer: "secret", headers: { "x-key": "other" } }).get(address, { headers: { accept: "a" } }));
    const [sent] = host.requests;
    assert.equal(sent?.url, address);
    assert.deepEqual(sent?.headers, isOwn ? { "x-key": "other", authorization: "Bearer secret", accept: "a" } : { accept: "a" }, address);
  }
});

test("a client sends what its requests have in common, unless one says something else", () => {
  const { host } = during(() => {
    const client = http.client({ baseUrl: "https://a.example", basic: ["ada", "pä:ss"], headers: { "X-Key": "k", Accept: "a" } });
    client.post("x", { json: { a: 1 }, headers: { "x-key": "own" } });
    client.get("y", { headers: [["Authorization", "own"]] });
    http.client({ bearer: "t" }).delete("https://b.example/z");
  });
  assert.deepEqual(host.requests.map(({ headers }) => headers), [
    { accept: "a", authorization: `Basic ${Buffer.from("ada:pä:ss").toString("base64")}`, "x-key": "own", "content-type": "application/json" },
    { "x-key": "k", accept: "a", authorization: "own" },
    { authorization: "Bearer t" },
  ]);
  assert.throws(() => http.client({ bearer: "t", basic: ["a", "b"] }), /two credentials\nhint: give either `bearer` or `basic`/);
});

test("attempts and pauses are those of the request, of the client, or the usual ones", () => {
  const told: unknown[] = [];
  const host = new FakeHost();
  host.answer = () => ({});
  const call = func("call", {
    call() {
      http.get("https://a.example");
      http.get("https://a.example", { attempts: 5 });
      http.get("https://a.example", { attempts: 3, backoff: { every: 50 } });
      http.get("https://a.example", { backoff: { factor: 1.5, maxDelay: 100, attempts: 4, timeout: 9 } });
      http.get("https://a.example", { backoff: { every: 60_000 } });
      const client = http.client({ attempts: 7, timeout: 1000 });
      client.get("https://a.example");
      client.get("https://a.example", { attempts: 2, timeout: 20 });
    },
  });
  const provided = new TestProvider(provider({ functions: [call] }), { host });
  host.seen = ({ backoff, timeoutMs }) => told.push(backoff && [backoff.attempts, backoff.firstDelayMs, backoff.factor, backoff.maxDelayMs, backoff.timeoutMs], timeoutMs);
  provided.invoke(call);
  assert.deepEqual(told, [undefined, 0, [5, 500, 2, 30_000, 0], 0, [3, 50, 1, 30_000, 0], 0, [4, 500, 1.5, 100, 9], 0, [20, 60_000, 1, 60_000, 0], 0, [7, 500, 2, 30_000, 0], 1000, [2, 500, 2, 30_000, 0], 20]);
});

test("a body of another form is told by its paths, without its values", () => {
  const Disk = object("Disk", { size: integer(), kind: enumOf("Kind", { Ssd: "ssd" }).optional(), serial: exactInteger().optional() });
  const Target = discriminatedUnion("kind", { host: object({ name: string() }) });
  const body = (json: unknown): (() => Answer) => () => ({ json });
  const shape = { id: string(), disks: array(Disk), tags: record(string()).optional(), target: Target.optional() };
  const read = (json: unknown) => during(() => http.get("https://u:p@a.example/m?key=secret").json(shape), body(json)).found;
  const good = { id: "1", disks: [{ size: 1, kind: "ssd", more: 1 }], target: { kind: "host", name: "n" }, more: true };
  assert.deepEqual(read(good), { id: "1", disks: [{ size: 1, kind: "ssd" }], target: { kind: "host", name: "n" } });
  assert.deepEqual(read({ id: "1", disks: [], tags: null }), { id: "1", disks: [] });
  const secret = "s3cr3t";
  const rows: readonly (readonly [unknown, string])[] = [
    [{ disks: [] }, "`id` is required"],
    [{ id: 1, disks: [{ size: secret }] }, "`id` expected a string, found a number; `disks[0].size` expected a whole number, found a string"],
    [{ id: "1", disks: [{ size: 1.5 }] }, "`disks[0].size` expected a whole number, found a fraction"],
    [{ id: "1", disks: [{ size: 1, kind: secret }] }, "`disks[0].kind` expected one of `ssd`, found another value"],
    [{ id: "1", disks: [{ size: 1, serial: secret }] }, "`disks[0].serial` must be the digits of a whole number"],
    [{ id: "1", disks: [], tags: { "a.b": [secret] } }, '`tags["a.b"]` expected a string, found an array'],
    [{ id: "1", disks: [], target: { kind: secret } }, "`target.kind` expected one of `host`, found another value"],
    [[secret], "expected an object, found an array"],
    [null, "expected an object, found null"],
  ];
  for (const [json, told] of rows) assert.throws(() => read(json), { message: `GET https://a.example/m: the answer has another form: ${told}` });
  assert.deepEqual(during(() => http.get("https://a.example").json(array(Disk)), body([{ size: 1 }])).found, [{ size: 1 }]);
  assert.deepEqual(during(() => http.get("https://a.example").json(), body([secret])).found, [secret]);
  const page = (): Answer => ({ text: `<html>${secret}`, headers: { "content-type": "text/html" } });
  assert.throws(() => during(() => http.get("https://a.example/m").json(), page), { message: "GET https://a.example/m: the answer is not JSON, but `text/html`" });
});

test("what a server answers has no meaning of the interface", () => {
  const signature = "4dabf18193072939515e22adb298388d";
  const odd = { [signature]: "1b47061264138c4ac30d75fd1eb44270", value: "x" };
  const json = { text: "04da6b54-80e4-46f7-96ec-b56ff0331ba9", any: odd };
  assert.deepEqual(during(() => http.get("https://a.example").json({ text: string(), any: sdk.json() }), () => ({ json })).found, json);
  assert.throws(() => during(() => http.get("https://a.example").json({ text: string() }), () => ({ json: { text: odd } })), /`text` expected a string, found an object/);
  assert.throws(() => during(() => http.get("https://a.example").json({ file: sdk.asset() }), () => ({ json: { file: { handle: 1 } } })), /`file` a file cannot be in a body of JSON/);
});

test("an object without a name is no type of a property", () => {
  const Thing = sdk.resource("Thing", { inputs: { disk: object({ size: integer() }) }, create: () => ({ id: "x" }) });
  assert.throws(() => new TestProvider(provider({ resources: [Thing] })), /an object type of a property has a name: write `object\("Disk", \{ … \}\)`/);
});

test("an error says what was being done, and keeps its kind", () => {
  const doing = (error: Error): Error => {
    try {
      return errorContext("reading the zone", () => errorContext("asking", (): Error => {
        throw error;
      }));
    } catch (caught) {
      return caught as Error;
    }
  };
  const gone = new NotFoundError("no zone");
  assert.equal(doing(gone), gone);
  assert.equal(gone.message, "reading the zone: asking: no zone");
  const invalid = new InvalidError("name", "is wrong");
  assert.deepEqual([doing(invalid).message, invalid.failures], ["name: reading the zone: asking: is wrong", [{ property: "name", reason: "reading the zone: asking: is wrong" }]]);
  const partial = new PartialError("id", {}, ["a", "b"]);
  doing(partial);
  assert.deepEqual(partial.reasons, ["reading the zone: asking: a", "reading the zone: asking: b"]);
  const other = new TypeError("a mistake");
  assert.equal(doing(other).message, "a mistake");
  assert.equal(errorContext("adding", () => 2), 2);
});

test("a client is made once for each instance, and its settings are there as well", () => {
  let made = 0;
  const Settings = config(
    { url: string(), token: string().secret() },
    {
      check(settings, cx) {
        if (settings.url === "nowhere") cx.fail("url", "is nowhere");
      },
      configure({ url, token }) {
        made += 1;
        return http.client({ baseUrl: url, bearer: token, attempts: 5 });
      },
    },
  );
  const look = func("look", { outputs: string(), call: (_inputs, cx) => `${cx.config(Settings).url} ${cx.client(Settings).get("/name").ensureOk().json({ name: string() }).name}` });
  const host = new FakeHost();
  host.answer = ({ url, headers }) => (headers["authorization"] === "Bearer t" && url === "https://a.example/name" ? { json: { name: "n" } } : { status: 401 });
  const provided = new TestProvider(provider({ config: Settings, functions: [look] }), { host, config: { url: "https://a.example", token: "t" } });
  assert.deepEqual([provided.invoke(look), provided.invoke(look), made], [{ result: "https://a.example n" }, { result: "https://a.example n" }, 1]);
  assert.deepEqual(provided.checkConfig({ url: "nowhere", token: "t" }), [{ property: "url", reason: "is nowhere" }]);
  const Bare = config({ url: string() });
  const ask = func("ask", { call: (_inputs, cx) => void cx.client(Bare) });
  assert.throws(() => new TestProvider(provider({ config: Bare, functions: [ask] }), { config: { url: "u" } }).invoke(ask), /the configuration has no client\nhint: return one from `configure`/);
});
