/** Every way in which a hook can fail. */

import {
  AlreadyExistsError,
  CancelledError,
  DeniedError,
  InvalidError,
  NotFoundError,
  PartialError,
  ProviderError,
  resource,
  string,
  TimedOutError,
  UnavailableError,
  UnsupportedError,
} from "pulumi-wasm-provider";

/** The error of that name. */
export function error(how: unknown): Error {
  switch (how) {
    case "invalid":
      return new InvalidError([
        { property: "how", reason: "is bad" },
        { property: "note.of[0]", reason: "is worse" },
      ]);
    case "not-found":
      return new NotFoundError("it is nowhere");
    case "already-exists":
      return new AlreadyExistsError("it is there");
    case "denied":
      return new DeniedError("it is forbidden");
    case "unavailable":
      return new UnavailableError("it is away");
    case "timed-out":
      return new TimedOutError("it is late");
    case "cancelled":
      return new CancelledError("it is over");
    case "unsupported":
      return new UnsupportedError("it is not done");
    case "crash":
      return new TypeError("the guest stumbled");
    default:
      return new ProviderError("it is broken");
  }
}

/** Calls itself for ever. */
function deeper(depth: number): number {
  return deeper(depth + 1) + 1;
}

function failAt(place: string, { at, how }: { readonly at: unknown; readonly how: unknown }): void {
  if (at !== place) return;
  while (how === "endless");
  if (how === "recursion") deeper(1);
  throw how === "partial" ? new PartialError("failing", {}, ["it is not whole", "nor ready"]) : error(how);
}

/** Fails where and how it is told to. */
export const Failing = resource("Failing", {
  inputs: {
    /** The hook that fails. */
    at: string(),
    /** How it fails: the name of an error, `crash`, `endless`, which never comes to an end, or `recursion`, whose calls never do. */
    how: string(),
    /** Changes nothing. */
    note: string().optional(),
  },
  check({ inputs }) {
    failAt("check", inputs);
  },
  diff(diff) {
    failAt("diff", diff.inputs);
  },
  create({ inputs }) {
    failAt("create", inputs);
    return { id: "failing" };
  },
  previewCreate({ inputs }) {
    failAt("preview", inputs);
  },
  read({ old }) {
    if (old === undefined) return undefined;
    failAt("read", old);
    return { state: old };
  },
  update({ inputs }) {
    failAt("update", inputs);
    return {};
  },
  delete({ old }) {
    failAt("delete", old);
  },
});
