/** The hooks against a server that is made up. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Answer, FakeHost, type Sent, TestProvider, wire } from "pulumi-wasm-provider/testing";
import acme, { getMachine, Machine } from "../src/index.js";

const API = "https://api.example.com/v1";
const RULES = [{ port: 443, target: { kind: "pool", name: "fronts" } }];
const INPUTS = { name: "web", region: "eu", password: wire.secret("hunter2"), rules: RULES };

/** Keeps machines. The third look at a machine finds its address. */
class Server {
  readonly machines = new Map<string, Record<string, unknown>>();
  looks = 0;

  answer({ method, url, body = "{}" }: Sent): Answer {
    const path = url.slice(`${API}/machines`.length).replace(/^\//, "");
    const sent = JSON.parse(body || "{}") as Record<string, unknown>;
    if (method === "POST") {
      const machine = { label: null, size: null, image: "debian-13", address: null, state: "starting", ...sent };
      this.machines.set(`${sent["region"]}/${sent["name"]}`, machine);
      return { status: 201, json: machine };
    }
    if (path.startsWith("?")) return { json: { machines: [...this.machines.values()], next: path.includes("after=") ? null : "2" } };
    const machine = this.machines.get(path);
    if (machine === undefined) return { status: 404, text: "no such machine" };
    if (method === "DELETE") this.machines.delete(path);
    if (method === "PUT") Object.assign(machine, sent);
    if (method === "GET") this.looks += 1;
    if (method === "GET" && this.looks === 3) Object.assign(machine, { address: "192.0.2.1", state: "running" });
    return { json: machine };
  }
}

function start(): { readonly server: Server; readonly host: FakeHost; readonly tests: TestProvider } {
  const server = new Server();
  const host = new FakeHost();
  host.answer = (request) => server.answer(request);
  return { server, host, tests: new TestProvider(acme, { host, config: { url: `${API}/`, token: "t" } }) };
}

test("a create waits for the address", () => {
  const { host, tests } = start();
  const { id, outputs } = tests.create(Machine, INPUTS);
  assert.deepEqual([id, outputs["image"], outputs["address"]], ["eu/web", "debian-13", "192.0.2.1"]);
  assert.deepEqual(host.messages.map(({ message }) => message), Array(2).fill("the machine is starting"));
  const [sent] = host.requests;
  assert.deepEqual([sent?.method, sent?.url], ["POST", `${API}/machines`]);
  assert.deepEqual((JSON.parse(sent?.body ?? "") as { rules: unknown }).rules, RULES);
});

test("a machine without an address is kept and resumed", () => {
  const { server, host, tests } = start();
  server.looks = 3;
  assert.throws(() => tests.create(Machine, INPUTS), { name: "timed-out", message: /waiting for the machine eu\/web: .*the machine is starting/ });
  const [saved] = host.checkpoints;
  assert.ok(saved !== undefined && !("address" in saved.outputs));
  server.looks = 2;
  assert.equal(tests.create(Machine, INPUTS, { resume: saved }).outputs["address"], "192.0.2.1");
});

test("a refresh keeps the password, and an import does not know it", () => {
  const { server, tests } = start();
  const { id, outputs } = tests.create(Machine, INPUTS);
  server.machines.set(id, { ...server.machines.get(id), size: 4 });
  const refreshed = tests.read(Machine, id, { inputs: INPUTS, outputs });
  assert.deepEqual([refreshed?.outputs["size"], refreshed?.outputs["password"]], [4, "hunter2"]);
  const imported = tests.read(Machine, "eu/web", { inputs: { region: "eu", name: "web" } });
  assert.deepEqual([imported?.outputs["name"], imported?.outputs["password"]], ["web", ""]);
  assert.equal(tests.read(Machine, "eu/other"), undefined);
});

test("an update sends a password only if it changed", () => {
  const { host, tests } = start();
  const { id, outputs } = tests.create(Machine, INPUTS);
  const sent = () => JSON.parse(host.requests.at(-1)?.body ?? "") as { password?: string };
  assert.equal(tests.update(Machine, id, { inputs: INPUTS, outputs }, { ...INPUTS, label: "front" })["address"], "192.0.2.1");
  assert.equal("password" in sent(), false);
  tests.update(Machine, id, { inputs: INPUTS, outputs }, { ...INPUTS, password: "other" });
  assert.equal(sent().password, "other");
});

test("a machine that is gone already is deleted", () => {
  const { tests } = start();
  const { id, outputs } = tests.create(Machine, INPUTS);
  tests.delete(Machine, id, { inputs: INPUTS, outputs });
  assert.throws(() => tests.delete(Machine, id, { inputs: INPUTS, outputs }), { name: "not-found" });
});

test("two rules for one port are refused, and another name replaces", () => {
  const { tests } = start();
  const { failures } = tests.check(Machine, { ...INPUTS, rules: [...RULES, ...RULES] });
  assert.deepEqual(failures, [{ property: "rules[1].port", reason: "another rule opens the port 443" }]);
  const { differences } = tests.diff(Machine, "eu/web", { inputs: INPUTS, outputs: {} }, { ...INPUTS, name: "other" });
  assert.deepEqual(differences, [{ path: "name", change: "changed", replaces: true }]);
});

test("machines are listed page by page", () => {
  const { host, tests } = start();
  tests.create(Machine, INPUTS);
  const resources = [{ id: "eu/web", name: "web" }];
  assert.deepEqual(tests.list(Machine, { region: "eu" }, { pageSize: 10 }), { resources, continuationToken: "2" });
  assert.deepEqual(tests.list(Machine, {}, { continuationToken: "2" }), { resources, continuationToken: undefined });
  assert.equal(host.requests.at(-1)?.url, `${API}/machines?after=2`);
});

test("the function finds a machine", () => {
  const { tests } = start();
  tests.create(Machine, INPUTS);
  assert.deepEqual(tests.invoke(getMachine, { name: "web" }), { address: "192.0.2.1" });
  assert.throws(() => tests.invoke(getMachine, { name: "web", region: "us" }), { name: "not-found", message: "the region us has no machine web" });
  assert.throws(() => tests.invoke(getMachine, {}), /name: is required/);
});

test("an answer of another form is told by its path", () => {
  const { server, tests } = start();
  server.machines.set("eu/web", { ...INPUTS, image: 1, rules: [{ port: "443", target: { kind: "pool", name: "fronts" } }] });
  assert.throws(() => tests.read(Machine, "eu/web"), /: `image` expected a string, found a number; `rules\[0\]\.port` expected a whole number, found a string; `state` is required/);
});

test("a note of the first version is a label", () => {
  const { tests } = start();
  assert.deepEqual(tests.migrate(Machine, 0, { inputs: { note: "front" } }).inputs, { label: "front" });
});

test("the token is for the host alone", () => {
  const { host, tests } = start();
  tests.create(Machine, INPUTS);
  assert.equal(host.requests[0]?.headers["authorization"], undefined);
  const { net } = tests.describe()["permissions"] as unknown as { readonly net: readonly { readonly host: string; readonly credential: unknown }[] };
  assert.deepEqual([net[0]?.host, net[0]?.credential], ["config:url", { as: "bearer", config: "token", hostOnly: true }]);
});
