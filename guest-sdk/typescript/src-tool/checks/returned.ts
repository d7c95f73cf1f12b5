/** Unknown names in the results of hooks. The type checker accepts further names in a result without an annotation. */

import ts from "typescript";

import { literalsOf, meaning } from "./literals.js";
import { type HookMistake, type Mistake, placeOf } from "../mistake.js";
import { isKnown, isProperty, partsOf, resultTypes } from "./results.js";

/** A hook that returns properties. */
interface Returning {
  /** The members of its result with properties; none if the result has them itself. */
  readonly below: readonly string[];
  /** The other members of its result. */
  readonly beside: readonly string[];
}

const ITSELF: Returning = { below: [], beside: [] };
const OUTPUTS: Returning = { below: ["outputs"], beside: [] };
const UPDATED: Returning = { below: ["outputs"], beside: ["refreshBeforeUpdate"] };

/** For each function of the SDK its hooks that return properties. */
const HOOKS: Readonly<Record<string, Readonly<Record<string, Returning>>>> = {
  resource: {
    create: { below: ["outputs"], beside: ["id", "refreshBeforeUpdate"] },
    read: { below: ["state", "outputs", "inputs"], beside: ["id", "refreshBeforeUpdate"] },
    update: UPDATED,
    resume: UPDATED,
    previewCreate: OUTPUTS,
    previewUpdate: OUTPUTS,
  },
  component: { construct: ITSELF },
  method: { call: ITSELF },
  func: { call: ITSELF },
};

/** Functions whose hooks return only their outputs, without inputs. */
const WITHOUT_INPUTS = new Set(["component", "method", "func"]);

/** Mistakes in the results of a file's hooks. */
export interface MistakenResults {
  /** Unknown properties. */
  readonly misnamed: readonly Mistake[];
  /** Members of results that do not exist, or need a further member. */
  readonly misplaced: readonly HookMistake[];
}

/** Mistakes in what hooks of a file write into their results. Properties that are spread there may have any name. */
export function mistakenResults(file: ts.SourceFile, checker: ts.TypeChecker, folder: string): MistakenResults {
  const found: Mistake[] = [];
  const misplaced: HookMistake[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const definer = node.expression.text;
      const hooks = Object.hasOwn(HOOKS, definer) ? HOOKS[definer] : undefined;
      const definition = node.arguments.find(ts.isObjectLiteralExpression);
      if (hooks !== undefined && definition !== undefined) found.push(...ofDefinition(definer, hooks, definition));
    }
    ts.forEachChild(node, visit);
  };
  const ofDefinition = (definer: string, hooks: Readonly<Record<string, Returning>>, definition: ts.ObjectLiteralExpression): Mistake[] => {
    // An object that is spread there may have inputs and outputs, too.
    if (definition.properties.some(ts.isSpreadAssignment)) return [];
    const outputs = namesOf(member(definition, "outputs"), checker);
    const inputs = WITHOUT_INPUTS.has(definer) ? [] : namesOf(member(definition, "inputs"), checker);
    if (outputs === undefined || inputs === undefined) return [];
    const known = [...outputs, ...inputs];
    return Object.entries(hooks).flatMap(([hook, { below, beside }]) => {
      const results = resultsOf(member(definition, hook), checker).filter(ts.isObjectLiteralExpression);
      const isItself = below.length === 0;
      const odd = isItself ? [] : results.flatMap((result) => result.properties).filter((property) => ![...below, ...beside].includes(nameOf(property) ?? below[0] ?? ""));
      const node = definition.properties.find((property) => nameOf(property) === hook);
      if (node !== undefined && odd.length > 0) {
        misplaced.push(...odd.map((property) => ({ ...oddMember(property, hook, below, beside, known), hook: node })));
        return [];
      }
      const partial = hook === "read" ? results.find(isWithoutInputs) : undefined;
      if (node !== undefined && partial !== undefined) {
        misplaced.push({ ...mistake(partial, hook, "outputs", ""), message: "`read` returns `outputs` without `inputs`", hint: "return all properties as `{ state: { … } }`", hook: node });
        return [];
      }
      const written = isItself ? results : results.flatMap((result) => below.flatMap((name) => literalsOf(member(result, name), checker)));
      const type = checker.getContextualType(definition)?.getProperty(hook);
      const types = type === undefined ? [] : resultTypes(checker.getTypeOfSymbolAtLocation(type, definition), below, checker);
      return written.filter(ts.isObjectLiteralExpression).flatMap((result) =>
        result.properties.flatMap((property) => {
          const name = nameOf(property);
          if (name === undefined) return [];
          if (!known.includes(name)) return [mistake(property, hook, name, "a property of the definition", known)];
          return inside(valueOf(property), types.flatMap((type) => memberTypes(type, name)), hook, name);
        }),
      );
    });
  };
  /** The types of a member of this name. */
  const memberTypes = (type: ts.Type, name: string): readonly ts.Type[] => {
    const symbol = type.getProperty(name);
    return symbol === undefined ? [] : partsOf(checker.getNonNullableType(checker.getTypeOfSymbol(symbol)));
  };
  /** Mistakes in the objects inside of a property. */
  const inside = (value: ts.Node | undefined, types: readonly ts.Type[], hook: string, path: string): Mistake[] =>
    literalsOf(value, checker).flatMap((literal) => {
      if (ts.isArrayLiteralExpression(literal)) {
        const elements = types.flatMap((type) => (checker.isArrayType(type) ? partsOf(checker.getNonNullableType(type.getNumberIndexType()!)) : []));
        return literal.elements.flatMap((element) => inside(element, elements, hook, `${path}[]`));
      }
      const isObject = (type: ts.Type): boolean => (type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) !== 0;
      const objects = types.filter((type) => isObject(type) && !checker.isArrayType(type) && !isOfClass(type));
      // A record, or any JSON, may have any names.
      if (objects.length === 0 || !objects.every(isKnown) || types.some((type) => (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0)) return [];
      const names = [...new Set(objects.flatMap((type) => type.getProperties().map(({ name }) => name)))];
      return literal.properties.flatMap((property) => {
        const name = nameOf(property);
        if (name === undefined) return [];
        const at = `${path}.${name}`;
        if (!names.includes(name)) return [mistake(property, hook, at, "a property of the object", names)];
        return inside(valueOf(property), objects.flatMap((type) => memberTypes(type, name)), hook, at);
      });
    });
  /** The mistake of a member that a result cannot have. */
  const oddMember = (property: ts.ObjectLiteralElementLike, hook: string, below: readonly string[], beside: readonly string[], known: readonly string[]): Mistake => {
    const name = nameOf(property) ?? "";
    if (!known.includes(name)) return mistake(property, hook, name, "a member of its result", [...beside, ...below], "members");
    const { hint: _, ...rest } = mistake(property, hook, name, "a member of its result");
    return { ...rest, hint: `properties are below \`${below[0] ?? ""}\`: \`{ ${below[0] ?? ""}: { ${name} } }\`` };
  };
  const mistake = (node: ts.Node, hook: string, name: string, what: string, known: readonly string[] = [], kind = "properties"): Mistake => {
    const names = known.map((known) => `\`${known}\``).join(", ");
    return {
      ...placeOf(node, folder),
      message: `\`${hook}\` returns \`${name}\`, which is not ${what}`,
      hint: names === "" ? "the definition has no properties that it could return" : `the ${kind} are ${names}`,
    };
  };
  visit(file);
  return { misnamed: found, misplaced };
}

/** Whether a result of `read` has outputs, but no inputs, no `state` and no spread that may contain inputs. */
function isWithoutInputs({ properties }: ts.ObjectLiteralExpression): boolean {
  const names = properties.map(nameOf);
  return names.includes("outputs") && !names.includes("inputs") && !names.includes("state") && !properties.some(ts.isSpreadAssignment);
}

/** The value or the method of this name. */
function member(of: ts.Node, name: string): ts.Node | undefined {
  if (!ts.isObjectLiteralExpression(of)) return undefined;
  const found = of.properties.find((property) => nameOf(property) === name);
  return found === undefined ? undefined : valueOf(found);
}

/** The value of a property, or the method that it is. */
function valueOf(property: ts.ObjectLiteralElementLike): ts.Node {
  if (ts.isPropertyAssignment(property)) return property.initializer;
  return ts.isShorthandPropertyAssignment(property) ? property.name : property;
}

/** Whether a type belongs to a class, such as `Secret`. A literal cannot make such a value. */
function isOfClass(type: ts.Type): boolean {
  return (((type.symbol as ts.Symbol | undefined)?.flags ?? 0) & ts.SymbolFlags.Class) !== 0;
}

/** The name of a property that is written out. */
function nameOf(property: ts.ObjectLiteralElementLike): string | undefined {
  const { name } = property;
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined;
}

/** The names of a shape; none without one. `undefined` if it is a single type, or cannot be told. */
function namesOf(shape: ts.Node | undefined, checker: ts.TypeChecker): string[] | undefined {
  if (shape === undefined) return [];
  if (!ts.isExpression(shape) || ts.isCallExpression(shape)) return undefined;
  const type = checker.getTypeAtLocation(shape);
  if ((type.flags & ts.TypeFlags.Object) === 0 || type.getStringIndexType() !== undefined) return undefined;
  // A variable may hold a single type.
  return isProperty(type) ? undefined : type.getProperties().map(({ name }) => name);
}

/** The object literals that a function returns. */
function resultsOf(written: ts.Node | undefined, checker: ts.TypeChecker): ts.Node[] {
  const hook = written !== undefined && ts.isIdentifier(written) ? meaning(written, checker) : written;
  if (hook === undefined || !(ts.isMethodDeclaration(hook) || ts.isArrowFunction(hook) || ts.isFunctionExpression(hook) || ts.isFunctionDeclaration(hook))) return [];
  const results: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isReturnStatement(node)) results.push(...literalsOf(node.expression, checker));
    else if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit);
  };
  if (hook.body !== undefined && !ts.isBlock(hook.body)) return literalsOf(hook.body, checker);
  if (hook.body !== undefined) visit(hook.body);
  return results;
}
