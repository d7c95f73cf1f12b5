/** Options of resources, by the names that Pulumi has for them in Node.js. */

import { closest } from "../closest.js";
import { InvalidError } from "../errors.js";
import { anything } from "../property/kinds.js";
import type { ResourceReference } from "../value/reference.js";
import type { JsonObject } from "../value/json.js";
import type { Child } from "./child.js";
import { MOMENTS, type HookNumbers, type Hooks } from "./hook.js";
import type { Output } from "./output.js";
import type { Transform } from "./transform.js";
import type { Declared } from "./types.js";

/** Another resource that the component declared or received. */
export type ResourceLike = Child | Output<ResourceReference> | ResourceReference;

/**
 * A name, type or place that a resource had before, so that the engine takes both for the same resource. A part that is left
 * out is the current part. The host refuses an alias unless the resource was below a component of the package.
 */
export interface Alias {
  /** The name in full. */
  readonly name?: string;
  /** The type token. */
  readonly type?: string;
  /** The parent: a group or another child of the component, its `urn`, or a URN as a text. */
  readonly parent?: Child | Output<string> | string;
  /** The resource had no parent. A program can give a child such an alias, and a transform hands it on; the host refuses it from a component. */
  readonly noParent?: boolean;
  readonly stack?: string;
  readonly project?: string;
}

/** Options of lookups. */
export interface LookupOptions {
  /** A parent other than the component or the group. The resource uses its providers. */
  readonly parent?: Child;
  readonly provider?: ResourceLike;
  /** Resources that must exist first. */
  readonly dependsOn?: ResourceLike | readonly ResourceLike[];
}

/** Options of a declared resource. The defaults are the engine's, or come from the component's parent. */
export interface ChildOptions extends LookupOptions {
  /** The full name, instead of the component's name with the part. */
  readonly name?: string;
  /** Another parent than the component or the group. */
  readonly parent?: Child;
  /** Resources that must exist first. A group stands for its children. */
  readonly dependsOn?: ResourceLike | readonly ResourceLike[];
  /** The provider to use. */
  readonly provider?: ResourceLike;
  /** The providers of packages, for a component or a group and what is in it. */
  readonly providers?: Readonly<Record<string, ResourceLike>>;
  /** Whether the engine refuses to delete the resource. */
  readonly protect?: boolean;
  /** Whether the engine forgets the resource without deleting the thing. */
  readonly retainOnDelete?: boolean;
  /** Whether a replacement deletes the old thing first. */
  readonly deleteBeforeReplace?: boolean;
  /** A resource whose deletion deletes this one too, so that the engine does not. */
  readonly deletedWith?: ResourceLike;
  /** Resources whose replacement replaces this one too. */
  readonly replaceWith?: ResourceLike | readonly ResourceLike[];
  /** A value whose change replaces the resource. */
  readonly replacementTrigger?: Declared;
  /** Properties, by their paths, whose changes do not count. */
  readonly ignoreChanges?: readonly string[];
  /** Properties, by their paths, whose changes replace the resource. */
  readonly replaceOnChanges?: readonly string[];
  /** Further outputs that are secret, in addition to the schema. */
  readonly additionalSecretOutputs?: readonly string[];
  /** Properties, by their paths, whose differences are not shown. */
  readonly hideDiffs?: readonly string[];
  /** Earlier names, types and places of the resource; a text is a URN. */
  readonly aliases?: readonly (string | Alias)[];
  /** How long calls may take, such as `"5m"`. */
  readonly customTimeouts?: { readonly create?: string; readonly update?: string; readonly delete?: string };
  /** The id of an existing resource to import. */
  readonly import?: string;
  /** Functions that change the resource and all resources below it. They run before the functions of `cx.transform`. */
  readonly transforms?: Transform | readonly Transform[];
  /** Functions that run before or after the provider creates or updates the resource. Groups and components have no such hooks. */
  readonly hooks?: Hooks;
}

/** The names of options of lookups. */
export const OF_LOOKUPS = ["parent", "provider", "dependsOn"] as const satisfies readonly (keyof LookupOptions)[];
/** The names of options of declared resources. */
export const OF_CHILDREN = [
  ...OF_LOOKUPS, "name", "providers", "protect", "retainOnDelete", "deleteBeforeReplace", "deletedWith", "replaceWith", "replacementTrigger",
  "ignoreChanges", "replaceOnChanges", "additionalSecretOutputs", "hideDiffs", "aliases", "customTimeouts", "import", "transforms", "hooks",
] as const satisfies readonly (keyof ChildOptions)[];
const OF_ALIASES = ["name", "type", "parent", "noParent", "stack", "project"] as const satisfies readonly (keyof Alias)[];
const OF_TIMEOUTS = ["create", "update", "delete", "read"];

/** Fails for unknown options, and for unknown parts of them: the type checker does not check objects that are spread. */
export function judgeOptions(given: ChildOptions, known: readonly string[]): void {
  refuseOthers(given, known, "options");
  if (given.customTimeouts !== undefined) refuseOthers(given.customTimeouts, OF_TIMEOUTS, "options.customTimeouts");
  if (given.hooks !== undefined) judgeHooks(given.hooks);
  for (const alias of given.aliases ?? []) if (typeof alias === "object") refuseOthers(alias, OF_ALIASES, "options.aliases");
}

/** Moments that only programs have. Without them, the closest match would be a wrong moment. */
const OF_DELETES = ["beforeDelete", "afterDelete"];

function judgeHooks(given: object): void {
  for (const name of OF_DELETES.filter((name) => name in given)) {
    const reason = "the hooks of a component run in its construction, and a resource may be deleted in a deployment without one";
    throw new InvalidError(`options.hooks.${name}`, reason);
  }
  refuseOthers(given, MOMENTS, "options.hooks");
}

/** The numbers of the functions among options. */
export interface Numbers {
  readonly transforms: readonly number[] | undefined;
  readonly hooks: HookNumbers | undefined;
}

/** Options as the interface has them, with the numbers of functions. Throws an `InvalidError`. */
export function encodeOptions({ name: _, transforms: __, aliases, ...options }: ChildOptions, group: Child | undefined, numbers?: Numbers): JsonObject {
  const { parent = group } = options;
  const all = { ...options, ...(parent === undefined ? {} : { parent }), ...(aliases === undefined ? {} : { aliases: aliases.map(encodeAlias) }), ...numbers };
  return anything(all, "", "declared") as JsonObject;
}

function encodeAlias(alias: string | Alias): unknown {
  if (typeof alias === "string") return alias;
  const { parent, ...rest } = alias;
  return { ...rest, ...(parent === undefined ? {} : { parentUrn: parent }) };
}

/** Fails for any other name: what silently does nothing is worse than an error. */
export function refuseOthers(given: object, known: readonly string[], path: string): void {
  for (const name of Object.keys(given)) {
    if (known.includes(name)) continue;
    const meant = closest(name, known);
    const hint = meant === undefined ? `the options are \`${known.join("`, `")}\`` : `did you mean \`${meant}\`?`;
    throw new InvalidError(`${path}.${name}`, `\`${name}\` is not an option; ${hint}`);
  }
}
