/** Requests with members that are read from the interface when a hook looks at them: most hooks look at few. */

import type { Resource } from "../definition/resource.js";
import { decodeAll, type Properties } from "../property/shape.js";
import type { JsonObject } from "../value/json.js";
import { parse, parseOptional } from "../value/parse.js";
import type { CheckRequest } from "./wire.js";

type Values = Record<string, unknown>;

/** The request of `check`. */
export class CheckAsked {
  readonly inputs: Values;
  readonly #resource: Resource;
  readonly #request: CheckRequest;

  constructor(inputs: Values, resource: Resource, request: CheckRequest) {
    this.inputs = inputs;
    this.#resource = resource;
    this.#request = request;
  }

  get oldInputs(): Values | undefined {
    return decodeOld(this.#resource.inputs, parse(this.#request.oldInputs));
  }

  get oldOutputs(): Values | undefined {
    return decodeOld(this.#resource.outputs, parseOptional(this.#request.oldOutputs) ?? {});
  }
}

/** The record; `undefined` for a new resource. */
function decodeOld(properties: Properties, recorded: JsonObject): Values | undefined {
  return Object.keys(recorded).length === 0 ? undefined : decodeAll(properties, recorded, "", "preview");
}

/** The request of `read`. */
export class ReadAsked {
  readonly id: string;
  readonly old: Values | undefined;
  readonly #resource: Resource;
  readonly #known: JsonObject | undefined;

  constructor(id: string, old: Values | undefined, resource: Resource, known: JsonObject | undefined) {
    this.id = id;
    this.old = old;
    this.#resource = resource;
    this.#known = known;
  }

  get inputs(): Values | undefined {
    return this.#known && decodeAll(this.#resource.inputs, this.#known, "", "preview");
  }
}
