/** Hooks: functions that run before or after a child is created or updated. */

import { meant } from "../call/fail.js";
import { refusePromise } from "../call/wire.js";
import type { Json, JsonObject } from "../value/json.js";
import { ANYTHING } from "./known.js";
import { located } from "./output.js";
import { about, declaring, type Session } from "./session.js";

/**
 * The facts that a hook gets about its child. Secrets are in plain text. Unknown values are null, for example after a
 * failed resource. Properties have the names of their package. Facts that do not exist at the moment are left out.
 */
export interface HookArguments {
  /** The moment. */
  readonly event: keyof Hooks;
  /** The type token. */
  readonly token: string;
  /** The name in full. */
  readonly name: string;
  readonly urn: string;
  /** The id; missing before a create. */
  readonly id?: string;
  /** The inputs of the operation. */
  readonly newInputs?: Readonly<Record<string, any>>;
  /** The inputs before an update. */
  readonly oldInputs?: Readonly<Record<string, any>>;
  /** The new outputs of the provider; missing before the operation. */
  readonly newOutputs?: Readonly<Record<string, any>>;
  /** The outputs before an update. */
  readonly oldOutputs?: Readonly<Record<string, any>>;
}

/**
 * A function that runs before or after a child is created or updated. It declares nothing, and its result is ignored.
 * An error before the operation prevents it; an error after it fails the deployment.
 */
export type Hook = (hook: HookArguments) => void;

/** The hooks of a child: for each moment a function, or several that run one after the other. They do not run in previews. */
export interface Hooks {
  /** Before the provider is asked to create the resource. */
  readonly beforeCreate?: Hook | readonly Hook[];
  /** After the provider created the resource. */
  readonly afterCreate?: Hook | readonly Hook[];
  /** Before the provider updates the resource. */
  readonly beforeUpdate?: Hook | readonly Hook[];
  /** After the provider updated the resource. */
  readonly afterUpdate?: Hook | readonly Hook[];
}

/** The moments at which hooks run. */
export const MOMENTS = ["beforeCreate", "afterCreate", "beforeUpdate", "afterUpdate"] as const satisfies readonly (keyof Hooks)[];

/** The numbers of hooks, by their moments. */
export type HookNumbers = Readonly<Partial<Record<keyof Hooks, readonly number[]>>>;

/** Stores a function, and returns its number for the host. `place` is its place in the author's source. */
export function keptHook(session: Session, hook: Hook, place: string): number {
  const at = located("the hook", place);
  return session.keep((argument) => {
    const told = declaring(`the argument of ${at}`, () => read(argument as JsonObject));
    let given: unknown;
    try {
      given = hook(told);
    } catch (error) {
      // The error goes to the engine, which fails this resource alone; a crash would end the whole construction.
      throw about(at, meant(error));
    }
    refusePromise(given, `the function of ${at}`);
    return null;
  });
}

function read({ event, type: token, name, urn, id, newInputs, oldInputs, newOutputs, oldOutputs }: JsonObject): HookArguments {
  const there = Object.entries({ id, newInputs, oldInputs, newOutputs, oldOutputs }).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  const read = Object.fromEntries(there.map(([name, value]) => [name, ANYTHING.read(value, name)]));
  return { event, token, name, urn, ...read } as unknown as HookArguments;
}
