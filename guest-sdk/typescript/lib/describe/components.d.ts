/** Components and the packages that they use, as the manifest has them. */
import type { Component } from "../definition/component.js";
import type { UsedPackage } from "../definition/definitions.js";
import type { Types } from "../property/types.js";
import type { JsonObject } from "../value/json.js";
/** The schema of a component. */
export declare function componentSchema({ definition, inputs, outputs, note }: Component, token: string, types: Types): JsonObject;
/** The hook and the rules of a component. */
export declare function componentBeside({ definition, inputs, outputs }: Component): JsonObject;
/** The part `uses`; empty without packages. */
export declare function usesOf(uses: Readonly<Record<string, string | UsedPackage>>, name: string, hasComponents: boolean, types: Types): JsonObject;
