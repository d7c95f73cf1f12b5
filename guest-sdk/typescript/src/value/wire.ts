/**
 * The forms in which secrets, unknown values, assets and resources cross the interface.
 *
 * Nothing else in this package knows the constants, which are Pulumi's own.
 */

import { isObject, type Json, type JsonObject } from "./json.js";

const SIGNATURE = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";
const OUTPUT = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const SPECIALS = {
  asset: "c44067f5952c0a294b673a41bacd8c17",
  archive: "0def7320c3a5731c473e5ecbe6d01bc7",
  resource: "5cf8f73096256a8f31e491e813e4eb8e",
} as const;

/** The meaning of an object that is more than an object. */
export type Special = keyof typeof SPECIALS;

/** Programs nearly always send the first constant, for every type; the others are for specific types. */
const UNKNOWN_FORMS: ReadonlySet<Json> = new Set<Json>([
  UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

type Wrapper = "secret" | "output";

/** The kind of wrapper that an object is; `undefined` for a plain object. */
function wrapper(value: Json): Wrapper | undefined {
  if (!isObject(value)) return undefined;
  switch (value[SIGNATURE]) {
    case SECRET:
      return "secret";
    case OUTPUT:
      // An output value is a secret if it says so.
      return value["secret"] === true ? "secret" : "output";
    default:
      return undefined;
  }
}

/** An output of a node of the running session; the path is empty for the node as a whole. */
export function output(handle: number, path: string): Json {
  return { [SIGNATURE]: OUTPUT, handle, ...(path === "" ? {} : { path }) };
}

/** The node and the path of an output; `undefined` for any other value. */
export function outputOf(value: Json): { readonly handle: number; readonly path: string } | undefined {
  if (!isObject(value) || value[SIGNATURE] !== OUTPUT || typeof value["handle"] !== "number") return undefined;
  const { handle, path } = value;
  return { handle, path: typeof path === "string" ? path : "" };
}

/** Whether anything in the value is an output of a node. */
export function containsOutput(value: Json): boolean {
  if (Array.isArray(value)) return value.some(containsOutput);
  if (!isObject(value)) return false;
  return outputOf(value) !== undefined || Object.values(value).some(containsOutput);
}

/** The value without the wrappers around it; those inside an array or object stay. `undefined` when it is unknown. */
export function open(value: Json): Json | undefined {
  let inner: Json | undefined = value;
  while (inner !== undefined) {
    if (UNKNOWN_FORMS.has(inner)) return undefined;
    if (wrapper(inner) === undefined) return inner;
    inner = (inner as JsonObject)["value"];
  }
  return undefined;
}

/** Whether the value inside any wrappers is null. */
export function isNull(value: Json): boolean {
  return open(value) === null;
}

/** The unknown value. */
export function unknown(): Json {
  return UNKNOWN;
}

/** The value as a secret. A secret stays as it is. */
export function secret(value: Json): Json {
  return wrapper(value) === "secret" ? value : { [SIGNATURE]: SECRET, value };
}

/** Whether the value as a whole is a secret. */
export function isSecret(value: Json): boolean {
  switch (wrapper(value)) {
    case "secret":
      return true;
    case "output": {
      const inner = (value as JsonObject)["value"];
      return inner !== undefined && isSecret(inner);
    }
    default:
      return false;
  }
}

/** Whether anything in the value is a secret. */
export function containsSecret(value: Json): boolean {
  if (Array.isArray(value)) return value.some(containsSecret);
  if (!isObject(value)) return false;
  return wrapper(value) === "secret" || Object.values(value).some(containsSecret);
}

/** Whether anything in the value is not known yet. */
export function containsUnknown(value: Json): boolean {
  if (Array.isArray(value)) return value.some(containsUnknown);
  if (!isObject(value)) return UNKNOWN_FORMS.has(value);
  if (wrapper(value) !== undefined && !("value" in value)) return true;
  return Object.values(value).some(containsUnknown);
}

/** The value without the wrappers around it and inside it. An unknown value stays as it is. */
export function reveal(value: Json): Json {
  if (Array.isArray(value)) return value.map(reveal);
  if (!isObject(value)) return value;
  if (wrapper(value) !== undefined) {
    const inner = value["value"];
    return inner === undefined ? value : reveal(inner);
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, reveal(member)]));
}

/** The special meaning of an object; `undefined` for a plain object. */
export function special(value: JsonObject): Special | undefined {
  const signature = value[SIGNATURE];
  for (const [name, found] of Object.entries(SPECIALS)) {
    if (found === signature) return name as Special;
  }
  return undefined;
}

/** An object that stands for something else. */
export function signed(kind: Special, members: JsonObject): JsonObject {
  return { ...members, [SIGNATURE]: SPECIALS[kind] };
}
