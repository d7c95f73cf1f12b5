/** Components and the packages that they use, as the manifest has them. */
import type { Component } from "../definition/component.js";
import type { Package } from "../definition/definitions.js";
import type { Method } from "../definition/method.js";
import { Types } from "../property/types.js";
import type { JsonObject } from "../value/json.js";
/** The schema of a component. */
export declare function componentSchema({ definition, inputs, outputs, note }: Component, token: string, types: Types): JsonObject;
/** The schema of a method whose arguments and results were checked. `owner` is the token of its resource. */
export declare function methodSchema({ inputs, outputs, note }: Method, token: string, owner: string, types: Types): JsonObject;
/** The hook and the rules of a component. */
export declare function componentBeside({ definition, inputs, outputs }: Component): JsonObject;
/** The part `packages`; empty without packages. */
export declare function packagesOf(packages: Readonly<Record<string, string | Package>>, name: string, hasSessions: boolean, types: Types): JsonObject;
