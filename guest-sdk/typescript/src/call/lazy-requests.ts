/** Requests whose members are read from the interface on access, because most hooks read few. A copy has all members. */

import type { Resource } from "../definition/resource.js";
import { decodeAll, type Properties } from "../property/shape.js";
import type { JsonObject } from "../value/json.js";
import { parse, parseOptional } from "../value/parse.js";
import type { CheckRequest } from "./wire.js";

type Values = Record<string, unknown>;

/** The request of `check`. */
export interface CheckAsked {
  readonly inputs: Values;
  readonly oldInputs: Values | undefined;
  readonly oldOutputs: Values | undefined;
}

/** The request of `read`. */
export interface ReadAsked {
  readonly id: string;
  readonly old: Values | undefined;
  readonly inputs: Values | undefined;
}

/** Makes the request of `check`. */
export function checkAsked(inputs: Values, resource: Resource, request: CheckRequest): CheckAsked {
  return {
    inputs,
    get oldInputs() {
      return decodeOld(resource.inputs, parse(request.oldInputs));
    },
    get oldOutputs() {
      return decodeOld(resource.outputs, parseOptional(request.oldOutputs) ?? {});
    },
  };
}

/** Makes the request of `read`; `known` are the recorded inputs. */
export function readAsked(id: string, old: Values | undefined, resource: Resource, known: JsonObject | undefined): ReadAsked {
  return {
    id,
    old,
    get inputs() {
      return known && decodeAll(resource.inputs, known, "", "preview");
    },
  };
}

/** The recorded values; `undefined` for a new resource. */
function decodeOld(properties: Properties, recorded: JsonObject): Values | undefined {
  return Object.keys(recorded).length === 0 ? undefined : decodeAll(properties, recorded, "", "preview");
}
