/** Outputs that a hook does not return. The type checker reports the type of the whole hook, in many lines. */

import ts from "typescript";

import { type Mistake, placeOf } from "../mistake.js";
import { resultTypes } from "./results.js";

/** A hook whose result lacks outputs. */
export interface Lacking {
  readonly file: ts.SourceFile;
  /** The place of the type checker's report. */
  readonly start: number;
  readonly mistake: Mistake;
}

/** Hooks that return outputs, and the members of their results that have them. */
const HOOKS: readonly (readonly [string, readonly string[]])[] = [
  ["create", ["outputs"]],
  ["read", ["state", "outputs"]],
  ["update", ["outputs"]],
  ["resume", ["outputs"]],
];

/** The hooks of a file's resources whose results lack outputs. */
export function lackingOutputs(file: ts.SourceFile, checker: ts.TypeChecker, folder: string): Lacking[] {
  const found: Lacking[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "resource") {
      for (const definition of node.arguments.filter(ts.isObjectLiteralExpression)) {
        for (const [hook, below] of HOOKS) ofHook(definition, hook, below);
      }
    }
    ts.forEachChild(node, visit);
  };
  const ofHook = (definition: ts.ObjectLiteralExpression, hook: string, below: readonly string[]): void => {
    const written = definition.properties.find(({ name }) => name?.getText() === hook);
    const wanted = checker.getContextualType(definition)?.getProperty(hook);
    if (written?.name === undefined || wanted === undefined) return;
    const hookType = checker.getTypeAtLocation(written);
    const given = resultTypes(hookType, below, checker);
    // A result with inputs needs fewer outputs.
    const givesInputs = resultTypes(hookType, [], checker).some((result) => result.getProperty("inputs") !== undefined);
    const isForm = (result: ts.Type): boolean => givesInputs || result.getProperty("inputs") === undefined || isOptional(result, "inputs");
    const asked = resultTypes(checker.getTypeOfSymbolAtLocation(wanted, definition), below, checker, isForm);
    const needed = asked.map((type) => namesOf(type).filter((name) => !isOptional(type, name)));
    // Of several forms of the result, such as with and without inputs, the form with the fewest requirements.
    const least = needed.sort((one, other) => one.length - other.length)[0] ?? [];
    const lacking = least.filter((name) => given.some((type) => type.getProperty(name) === undefined));
    if (lacking.length === 0) return;
    const names = lacking.map((name) => `\`${name}\``).join(", ");
    found.push({
      file,
      start: written.name.getStart(),
      mistake: {
        ...placeOf(written.name, folder),
        message: `the result of \`${hook}\` lacks ${names}`,
        hint: hook === "read" ? hintOfRead(lacking[0]!) : "return it among the outputs, or make it `.optional()` in the definition",
      },
    });
  };
  visit(file);
  return found;
}

function hintOfRead(name: string): string {
  return `return it in the \`state\`; for a value that the server does not return, such as a password, write \`old?.${name} ?? ""\`: the recorded value, or an empty text in an import`;
}

function namesOf(type: ts.Type): string[] {
  return type.getProperties().map(({ name }) => name);
}

function isOptional(type: ts.Type, name: string): boolean {
  return ((type.getProperty(name)?.flags ?? 0) & ts.SymbolFlags.Optional) !== 0;
}
