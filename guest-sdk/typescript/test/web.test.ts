/** Promises, timers and `fetch` in a component, without an engine. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { DeniedError, ProviderError } from "../src/errors.js";
import { wireError } from "../src/call/fail.js";
import { attach, during } from "../src/host/current.js";
import type { Host, WireRequest } from "../src/host/interface.js";
import { AbortController, AbortSignal } from "../src/web/abort.js";
import { fetch, Request } from "../src/web/fetch.js";
import { settle, startTimer, stopTimer } from "../src/web/loop.js";
import { LocalPromise } from "../src/web/promise.js";

const slept: number[] = [];
const requests: WireRequest[] = [];
let failure: object | undefined;

/** A host whose clock stands still, as in previews. */
const host = {
  clock: { monotonicMs: () => 5, sleep: (milliseconds: number) => void slept.push(milliseconds) },
  http: {
    fetch(request: WireRequest) {
      requests.push(request);
      if (failure !== undefined) throw failure;
      return { status: 200, url: request.url, headers: [{ name: "x-a", value: "b" }], body: { tag: "text", val: '{"a":1}' }, extra: "{}" };
    },
  },
} as unknown as Host;

function inCall<T>(run: () => T): T {
  attach(host);
  slept.length = 0;
  requests.length = 0;
  failure = undefined;
  try {
    return during(run);
  } finally {
    attach(undefined);
  }
}

function promised(value: unknown): LocalPromise {
  return LocalPromise.resolve(value);
}

test("promises go on in their order, and wait for each other", () => {
  const order: unknown[] = [];
  const found = inCall(() =>
    settle(
      promised(1)
        .then((value) => (order.push(value), promised(2)))
        .then((value) => {
          order.push(value);
          throw new Error("three");
        })
        .catch((error: unknown) => (error as Error).message)
        .finally(() => order.push("last")),
    ),
  );
  assert.equal(found, "three");
  assert.deepEqual(order, [1, 2, "last"]);
});

test("several promises", () => {
  const never = new LocalPromise(() => undefined);
  const lost = LocalPromise.reject(new Error("lost"));
  assert.deepEqual(inCall(() => settle(LocalPromise.all([1, promised(2)]))), [1, 2]);
  assert.deepEqual(inCall(() => settle(LocalPromise.all([]))), []);
  assert.equal(inCall(() => settle(LocalPromise.race([never, promised(3)]))), 3);
  assert.equal(inCall(() => settle(LocalPromise.any([lost, promised(4)]))), 4);
  assert.deepEqual(
    (inCall(() => settle(LocalPromise.allSettled([lost, 5]))) as { status: string }[]).map(({ status }) => status),
    ["rejected", "fulfilled"],
  );
  assert.throws(() => inCall(() => settle(LocalPromise.any([lost]))), AggregateError);
  assert.throws(() => inCall(() => settle(LocalPromise.all([1, lost]))), /lost/);
});

test("classes of libraries derive from promises", () => {
  class Page extends LocalPromise {
    override then(...handlers: Parameters<LocalPromise["then"]>): LocalPromise {
      return promised("page").then(...handlers);
    }
  }
  assert.equal(inCall(() => settle(new Page((resolve) => resolve(null)))), "page");
  class Plain extends LocalPromise {}
  assert.deepEqual(inCall(() => settle(Plain.all([1, promised(2)]))), [1, 2]);
  assert.equal(inCall(() => settle(Plain.any([promised(3)]))), 3);
  assert.ok(inCall(() => Plain.allSettled([])) instanceof Plain);
});

test("timers wait in the host, though its clock stands still", () => {
  const order: string[] = [];
  inCall(() => {
    const stopped = startTimer(() => order.push("never"), 1, false);
    stopTimer(stopped);
    startTimer(() => order.push("long"), 500, false);
    settle(
      new LocalPromise((resolve) => {
        startTimer(() => order.push("short"), 20, false);
        startTimer(resolve, 100, false);
      }),
    );
  });
  assert.deepEqual(order, ["short"]);
  assert.deepEqual(slept, [20, 80]);
});

test("a promise that nothing settles is told, and what a call leaves behind is over", () => {
  inCall(() => {
    startTimer(() => assert.fail("it is of another call"), 1, false);
    void promised(1).then(() => assert.fail("it is of another call"));
  });
  assert.throws(() => inCall(() => settle(new LocalPromise(() => undefined))), /never settles[^]*hint: /);
});

test("fetch is a request of the host", () => {
  const found = inCall(() =>
    settle(
      fetch(new Request("https://e.com/a"), {
        method: "post",
        body: new URLSearchParams({ a: "b c" }),
        headers: { "X-B": "c", "Accept-Encoding": "gzip" },
        signal: AbortSignal.timeout(250) as never,
      }).then((response) => (response as Response).json()),
    ),
  );
  assert.deepEqual(found, { a: 1 });
  const [sent] = requests;
  assert.deepEqual([sent?.method, sent?.url, sent?.body, sent?.timeoutMs, sent?.redirects], ["POST", "https://e.com/a", { tag: "text", val: "a=b+c" }, 250, 20]);
  assert.deepEqual(sent?.headers, [
    { name: "content-type", value: "application/x-www-form-urlencoded;charset=UTF-8" },
    { name: "x-b", value: "c" },
  ]);
});

test("a failure of the host is a TypeError, and becomes the call's failure if a library's exception reaches it", () => {
  const denied = (): void => {
    failure = { payload: { tag: "denied", val: { message: "may not reach", extra: "{}" } } };
  };
  const wrapped = (error: unknown): never => {
    throw new Error("of a library", { cause: error });
  };
  let thrown: unknown;
  try {
    inCall(() => (denied(), settle(fetch("https://e.com").catch(wrapped))));
  } catch (error) {
    thrown = error;
  }
  assert.ok(thrown instanceof Error && thrown.cause instanceof TypeError && thrown.cause.cause instanceof DeniedError);
  assert.deepEqual(wireError(thrown), { tag: "denied", val: { message: "may not reach", extra: "{}" } });
  // An error that the author makes of it is a mistake, unless it is meant.
  assert.equal(wireError(new Error("mine", { cause: thrown })).tag, "crashed");
  assert.equal(wireError(new ProviderError("meant")).tag, "other");
});

test("a request that was aborted is not sent", () => {
  const controller = new AbortController();
  controller.abort();
  assert.throws(() => inCall(() => settle(fetch("https://e.com", { signal: controller.signal }))), /aborted/);
  assert.equal(requests.length, 0);
});
