/** The types of results of hooks. */

import ts from "typescript";

/**
 * The objects with outputs that a hook of this type returns: below members of these names, or, without names, itself. Of several forms
 * of a result, only those count that `isForm` accepts.
 */
export function resultTypes(hook: ts.Type, below: readonly string[], checker: ts.TypeChecker, isForm: (result: ts.Type) => boolean = () => true): ts.Type[] {
  const [signature] = checker.getNonNullableType(hook).getCallSignatures();
  if (signature === undefined) return [];
  const results = partsOf(checker.getNonNullableType(signature.getReturnType())).filter(isForm);
  if (below.length === 0) return results.filter(isKnown);
  return results
    .flatMap((result) => below.map((name) => result.getProperty(name)))
    .flatMap((outputs) => (outputs === undefined ? [] : partsOf(checker.getNonNullableType(checker.getTypeOfSymbol(outputs)))))
    .filter(isKnown);
}

/** The members of a union, or the type itself. */
export function partsOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type];
}

/** Whether a type is the type of a property. Properties have methods whose names no author gives a property. */
export function isProperty(type: ts.Type): boolean {
  return (type.flags & ts.TypeFlags.Object) !== 0 && type.getProperty("willReplace") !== undefined && type.getProperty("writeOnly") !== undefined;
}

/** Whether the checker knows the members of a type. */
export function isKnown(type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0 && type.getStringIndexType() === undefined;
}
