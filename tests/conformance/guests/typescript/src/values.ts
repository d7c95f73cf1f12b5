/** Values of each type, as they come and go. */

import { array, boolean, type Infer, integer, json, number, object, record, resource, string } from "pulumi-wasm-provider";

/** A place on a map. */
export const Point = object("Point", {
  /** From the left. */
  x: number(),
  /** From the top. */
  y: number(),
  /** The name of the place. */
  note: string().optional(),
});

/** A way between places. */
export const Route = object("Route", {
  /** Where it leads along. */
  points: array(Point),
  /** Places beside it, by name. */
  sights: record(Point).optional(),
});

const inputs = {
  /** A text. */
  text: string().optional(),
  /** True or false. */
  flag: boolean().optional(),
  /** A number. */
  number: number().optional(),
  /** A whole number. */
  whole: integer().optional(),
  /** Texts. */
  texts: array(string()).optional(),
  /** Lists in a list. */
  table: array(array(number())).optional(),
  /** Numbers by name. */
  numbers: record(number()).optional(),
  /** An object. */
  point: Point.optional(),
  /** Objects in an object. */
  route: Route.optional(),
  /** Anything. */
  anything: json().optional(),
};

/** A property of each type, all of them optional. */
export const Values = resource("Values", {
  inputs,
  outputs: {
    /** How many characters the text has. */
    textLength: integer().optional(),
    /** The names of the properties that were given, in order. */
    given: array(string()),
  },
  create: ({ inputs }) => ({ id: "values", outputs: look(inputs) }),
  update: ({ inputs }) => ({ outputs: look(inputs) }),
});

function look(values: Infer<typeof inputs>): { given: string[]; textLength?: number } {
  const given = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
    .sort();
  // Characters, and not halves of pairs.
  return values.text === undefined ? { given } : { given, textLength: [...values.text].length };
}
