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

/** Another resource: one that the component declared, or one that came in. */
export type ResourceLike = Child | Output<ResourceReference> | ResourceReference;

/**
 * A name, type or place that a resource had before, so that the engine takes it for the same one. What is left out is as it is now. The resource has to have
 * been below a component of the package: the host refuses an alias of any other one.
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

/** Options of what is looked up. */
export interface LookupOptions {
  /** Another resource than the component or the group, whose providers are used. */
  readonly parent?: Child;
  readonly provider?: ResourceLike;
  /** Resources that have to be there first. */
  readonly dependsOn?: ResourceLike | readonly ResourceLike[];
}

/** Options of a resource that is declared. What is left out is as the engine has it, or as the component's parent has it. */
export interface ChildOptions extends LookupOptions {
  /** The name in full, in the place of the component's with the part. */
  readonly name?: string;
  /** Another parent than the component or the group. */
  readonly parent?: Child;
  /** Resources that have to be there first. A group stands for what is in it. */
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
  /** Outputs that are secret beside those of the schema. */
  readonly additionalSecretOutputs?: readonly string[];
  /** Properties, by their paths, whose differences are not shown. */
  readonly hideDiffs?: readonly string[];
  /** What the resource was before: a URN, or what was different. */
  readonly aliases?: readonly (string | Alias)[];
  /** How long calls may take, such as `"5m"`. */
  readonly customTimeouts?: { readonly create?: string; readonly update?: string; readonly delete?: string };
  /** The id of a thing that exists, which the resource takes over. */
  readonly import?: string;
  /** Functions that change the resource, and all below it, before those of `cx.transform`. */
  readonly transforms?: Transform | readonly Transform[];
  /** Functions that run before or after a resource that a provider makes is created or updated. Groups and components have none. */
  readonly hooks?: Hooks;
}

/** The options of what is looked up. */
export const OF_LOOKUPS = ["parent", "provider", "dependsOn"] as const satisfies readonly (keyof LookupOptions)[];
/** The options of a resource that is declared. */
export const OF_CHILDREN = [
  ...OF_LOOKUPS, "name", "providers", "protect", "retainOnDelete", "deleteBeforeReplace", "deletedWith", "replaceWith", "replacementTrigger",
  "ignoreChanges", "replaceOnChanges", "additionalSecretOutputs", "hideDiffs", "aliases", "customTimeouts", "import", "transforms", "hooks",
] as const satisfies readonly (keyof ChildOptions)[];
const OF_ALIASES = ["name", "type", "parent", "noParent", "stack", "project"] as const satisfies readonly (keyof Alias)[];
const OF_TIMEOUTS = ["create", "update", "delete", "read"];

/** Fails for unknown options, and for unknown parts of them: the type checker does not look into what is spread. */
export function judgeOptions(given: ChildOptions, known: readonly string[]): void {
  refuseOthers(given, known, "options");
  if (given.customTimeouts !== undefined) refuseOthers(given.customTimeouts, OF_TIMEOUTS, "options.customTimeouts");
  if (given.hooks !== undefined) judgeHooks(given.hooks);
  for (const alias of given.aliases ?? []) if (typeof alias === "object") refuseOthers(alias, OF_ALIASES, "options.aliases");
}

/** Moments that programs have. A name that is nearly theirs would be taken for a mistake in another one. */
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
