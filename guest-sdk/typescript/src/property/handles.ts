/** The types of assets, archives, and references to resources. */

import { InvalidError } from "../errors.js";
import { u32 } from "../host/numbers.js";
import { Archive, Asset } from "../value/asset.js";
import { isObject, type Json, type JsonObject } from "../value/json.js";
import { ResourceReference } from "../value/reference.js";
import * as wire from "../value/wire.js";
import { unexpected, type Mode, type Type } from "./property.js";
import { Types } from "./types.js";

function decodeFile(value: Json, path: string, mode: Mode): Asset | Archive {
  if (mode === "body") throw new InvalidError(path, "a file cannot be in a body of JSON");
  if (!isObject(value)) throw unexpected(path, "an asset or archive", value);
  const hash = typeof value["hash"] === "string" && value["hash"] !== "" ? value["hash"] : undefined;
  const handle = typeof value["handle"] === "number" ? u32(value["handle"]) : undefined;
  switch (wire.special(value)) {
    case "asset": {
      if (handle !== undefined) return new Asset({ handle }, hash);
      const text = value["text"];
      return new Asset(typeof text === "string" ? { text } : undefined, hash);
    }
    case "archive":
      return new Archive(handle, hash);
    default:
      throw new InvalidError(path, "expected an asset or archive, found an object");
  }
}

/** Writes a file, or several. */
export function encodeFile(file: Asset | Archive): Json {
  const members: JsonObject = {};
  if (file.hash !== undefined) members["hash"] = file.hash;
  if (file instanceof Archive) {
    if (file._handle !== undefined) members["handle"] = file._handle;
    return wire.signed("archive", members);
  }
  return wire.signed("asset", { ...members, ...file._content });
}

export const ASSET: Type = {
  schema: () => ({ $ref: "pulumi.json#/Asset" }),
  decode(value, path, mode) {
    const file = decodeFile(value, path, mode);
    if (file instanceof Asset) return file;
    throw new InvalidError(path, "expected an asset, found an archive");
  },
  encode(value, path) {
    if (value instanceof Asset) return encodeFile(value);
    throw unexpected(path, "an asset", value);
  },
};

export const ARCHIVE: Type = {
  schema: () => ({ $ref: "pulumi.json#/Archive" }),
  decode(value, path, mode) {
    const file = decodeFile(value, path, mode);
    if (file instanceof Archive) return file;
    throw new InvalidError(path, "expected an archive, found an asset");
  },
  encode(value, path) {
    if (value instanceof Archive) return encodeFile(value);
    throw unexpected(path, "an archive", value);
  },
};

export const ASSET_OR_ARCHIVE: Type = {
  // In Pulumi's schema, `Asset` takes archives too.
  schema: ASSET.schema,
  decode: decodeFile,
  encode(value, path) {
    if (value instanceof Asset || value instanceof Archive) return encodeFile(value);
    throw unexpected(path, "an asset or archive", value);
  },
};

/** Writes a reference. */
export function encodeReference(value: ResourceReference): Json {
  if (value.urn === "") return value.id ?? null;
  return wire.signed("resource", { ...value._rest, urn: value.urn, ...(value.id === undefined ? {} : { id: value.id }) });
}

/** The types that a reference may refer to. */
export interface Referable {
  readonly name: string;
  readonly module: string | undefined;
}

/** A reference to a resource of one type of the package, or of any type. */
export function referenceTo(resource: Referable | undefined): Type {
  return {
    schema(types) {
      if (resource === undefined) return { $ref: "pulumi.json#/Any" };
      const { name, module } = resource;
      return Types.reference("resources", types.token(name, module));
    },
    decode(value, path) {
      // The form of engines without references: the id, or the URN of a component.
      if (typeof value === "string") {
        return value.startsWith("urn:") ? new ResourceReference(value) : new ResourceReference("", value);
      }
      if (!isObject(value) || wire.special(value) !== "resource") throw unexpected(path, "a resource", value);
      const { urn: givenUrn = "", ...rest } = value;
      const urn = wire.open(givenUrn);
      if (typeof urn !== "string") throw new InvalidError(path, "the resource has no URN");
      const id = rest["id"] === undefined ? undefined : wire.open(rest["id"]);
      return new ResourceReference(urn, typeof id === "string" && id !== "" ? id : undefined, rest);
    },
    encode(value, path) {
      if (!(value instanceof ResourceReference)) throw unexpected(path, "a resource", value);
      return encodeReference(value);
    },
  };
}
