/** Rules between several properties of one resource, object, configuration or function. */

/** One rule. A property that is unknown in a preview counts as given, and so does one with a default. */
export type Constraint<Name extends string> =
  /** Exactly one is given. */
  | { readonly exactlyOneOf: readonly Name[] }
  /** One or more are given. */
  | { readonly atLeastOneOf: readonly Name[] }
  /** At most one is given. */
  | { readonly conflicts: readonly Name[] }
  /** All are given, or none. */
  | { readonly allOrNone: readonly Name[] }
  /** If the property is given, the others are too. */
  | { readonly property: Name; readonly requires: readonly Name[] };
