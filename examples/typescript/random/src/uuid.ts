/** `RandomUuid`, `RandomUuid4` and `RandomUuid7`. They differ in how a UUID is made. */

import { InvalidError, type ReadRequest, type ReadResult, resource, string } from "pulumi-wasm-provider";
import { v4, v7 } from "uuid";

import { keepers } from "./keepers.js";
import * as recorded from "./recorded.js";

const inputs = {
  /** Values that the UUID goes along with: when one of them changes, a new UUID is made. */
  keepers: keepers(),
};

const outputs = {
  /** The UUID, in lowercase and with hyphens. */
  result: string(),
};

/** The common part of the three resources. */
const common = {
  inputs,
  outputs,
  migrations: [recorded.keepers],
  read({ id, old }: ReadRequest<typeof inputs, typeof outputs>): ReadResult<typeof inputs, typeof outputs> {
    if (old !== undefined) return { state: old };
    const result = imported(id);
    return { id: result, state: { result } };
  },
};

/**
 * A random UUID.
 *
 * It is made once and stays the same until an input changes. `RandomUuid4` is the same by its proper name, and
 * `RandomUuid7` sorts by time.
 *
 * ## Import
 *
 * By the UUID:
 *
 * ```yaml
 * options: { import: 1d7e42c9-80f3-4b56-aa9e-c4417f5be038 }
 * ```
 */
export const RandomUuid = resource("random:index/randomUuid:RandomUuid", {
  ...common,
  create: () => made(v4()),
});

/**
 * A random UUID of version 4.
 *
 * It is made once and stays the same until an input changes.
 *
 * ## Import
 *
 * By the UUID:
 *
 * ```yaml
 * options: { import: 1d7e42c9-80f3-4b56-aa9e-c4417f5be038 }
 * ```
 */
export const RandomUuid4 = resource("random:index/randomUuid4:RandomUuid4", {
  ...common,
  create: () => made(v4()),
});

/**
 * A UUID of version 7: it begins with the time when it was made, so that UUIDs sort by time; the rest is random.
 *
 * It is made once and stays the same until an input changes.
 *
 * ## Import
 *
 * By the UUID:
 *
 * ```yaml
 * options: { import: 0199a2f4-7c31-7e05-8b1d-53fa609cd2e7 }
 * ```
 */
export const RandomUuid7 = resource("random:index/randomUuid7:RandomUuid7", {
  ...common,
  create: () => made(v7()),
});

function made(result: string): { id: string; outputs: { result: string } } {
  return { id: result, outputs: { result } };
}

/** The imported UUID in its usual form, of any version. */
function imported(id: string): string {
  const match = /^(?:urn:uuid:)?(\{?)([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})(\}?)$/i.exec(id);
  if (match === null || (match[1] === "") !== (match[7] === "")) {
    throw new InvalidError("", `\`${id}\` cannot be imported as a UUID: it has not the form of one`);
  }
  return match.slice(2, 7).join("-").toLowerCase();
}
