/** Options that have no effect at the place of a property: an argument, a result, a configuration, an object, an output. */

import { PropertyValue, type Facts } from "../property/property.js";
import type { Properties } from "../property/shape.js";
import type { Types } from "../property/types.js";

export type Place = "argument" | "result" | "configuration" | "object" | "output";

type Refused = readonly (readonly [method: string, isSaid: (facts: Facts) => unknown, reason: string])[];

const ONLY_RESOURCE = "only a property of a resource has this";
const PROVIDER_SETS = "the provider always sets it";

const OF_RESOURCES: Refused = [
  ["writeOnly", ({ writeOnly }) => writeOnly, ONLY_RESOURCE],
  ["inputOnly", ({ inputOnly, writeOnly }) => inputOnly && !writeOnly, ONLY_RESOURCE],
  ["stable", ({ stable }) => stable, ONLY_RESOURCE],
  ["dependsOn", ({ dependsOn }) => dependsOn, ONLY_RESOURCE],
];

const REPLACE: Refused = ["replace" as const, "willReplace" as const].map((option) => [
  option,
  (facts: Facts) => facts[option],
  "a function has no resource to replace",
]);

const SERVER_DEFAULT: Refused = [["serverDefault", ({ serverDefault }) => serverDefault, "only a property of a resource or of an object has this: the value is read back"]];

const GIVEN: Refused = [
  ["default", ({ default: value }) => value !== undefined, PROVIDER_SETS],
  ["env", ({ environment }) => environment, PROVIDER_SETS],
];

const REFUSED: Readonly<Record<Place, Refused>> = {
  object: OF_RESOURCES,
  configuration: [...OF_RESOURCES, ...SERVER_DEFAULT],
  argument: [...OF_RESOURCES, ...SERVER_DEFAULT, ...REPLACE],
  result: [...OF_RESOURCES, ...SERVER_DEFAULT, ...REPLACE, ...GIVEN],
  output: [
    ...OF_RESOURCES.filter(([method]) => method === "writeOnly" || method === "inputOnly").map(([method, isSaid]) => [method, isSaid, PROVIDER_SETS] as const),
    ...GIVEN,
    ...REPLACE.map(([method, isSaid]) => [method, isSaid, "the user cannot change an output"] as const),
  ],
};

/** Reports values that are not properties, and removes them. */
export function arePropertiesIn(properties: Properties, of: string, at: string | undefined, types: Types, parts: readonly Properties[] = []): void {
  for (const [name, property] of Object.entries(properties)) {
    if ((property as unknown) instanceof PropertyValue) continue;
    const reason = property === undefined
      ? "is undefined: move its declaration before this line, and if it is in another module, see that the two modules do not import each other"
      : "is not a property: write `string()`, `array(string())` and so on";
    types.problem(at, `\`${name}\` of ${of} ${reason}`);
    for (const part of [properties, ...parts]) delete (part as Record<string, unknown>)[name];
  }
}

/** Reports options that would be lost. `of` names the owner of the properties. */
export function judgePlace(properties: Properties, place: Place, of: string, at: string | undefined, types: Types): void {
  for (const [name, property] of Object.entries(properties)) {
    const problem = (reason: string): void => types.problem(property.facts.at ?? at, `\`${name}\` of ${of}: ${reason}`);
    for (const [method, isSaid, reason] of REFUSED[place]) {
      if (isSaid(property.facts)) problem(`\`.${method}()\`: ${reason}`);
    }
    if (place === "result" && hasRules(property)) problem("a result has no rules, because no program sets it");
  }
}

/** Whether the author gave a property rules, or its elements. */
export function hasRules({ facts, type }: PropertyValue): boolean {
  return Object.keys(facts.rules ?? {}).length > 0 || (type.element !== undefined && hasRules(type.element));
}
