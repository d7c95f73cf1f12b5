/**
 * Warns of definitions that the provider does not list, so that programs never see them. They are not mistakes, because an author may
 * define something for later.
 */

import ts from "typescript";

import { type Mistake, placeOf } from "../mistake.js";
import { definerOf } from "../notes.js";

/** The nouns for the results of the SDK's functions, and the lists of the provider that have them. */
const KINDS: Readonly<Record<string, readonly [string, string]>> = {
  resource: ["a resource", "`resources`"],
  component: ["a component", "`components`"],
  func: ["a function", "`functions`"],
  method: ["a method", "`methods`"],
  config: ["a configuration", "`config`"],
};

/** Functions that take a definition and do not list it: `method(Zone, …)`, `reference(Zone)`, `cx.config(Settings)`. */
const USERS = new Set(["method", "reference", "config", "client"]);

/** A sentence for each named definition that nothing uses. A name with a leading underscore is private. */
export function unlisted(files: readonly ts.SourceFile[], checker: ts.TypeChecker, folder: string): Mistake[] {
  const defined = new Map<ts.Symbol, { readonly name: ts.Identifier; readonly definer: string }>();
  const used = new Set<ts.Symbol>();
  const use = (symbol: ts.Symbol | undefined): void => {
    if (symbol !== undefined) used.add((symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined && !node.name.text.startsWith("_")) {
      const definer = definerOf(node.initializer, checker);
      const symbol = checker.getSymbolAtLocation(node.name);
      if (definer !== undefined && definer in KINDS && symbol !== undefined) defined.set(symbol, { name: node.name, definer });
    }
    if (ts.isIdentifier(node) && isUse(node)) {
      const symbol = ts.isShorthandPropertyAssignment(node.parent) ? checker.getShorthandAssignmentValueSymbol(node.parent) : checker.getSymbolAtLocation(node);
      use(symbol);
      // All of a module at once, as in `Object.values(zones)`.
      if (symbol !== undefined && isWhole(symbol) && !isQualified(node)) checker.getExportsOfModule(checker.getAliasedSymbol(symbol)).forEach(use);
    }
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return [...defined].filter(([symbol]) => !used.has(symbol)).map(([, { name, definer }]) => {
    const [kind, list] = KINDS[definer] ?? ["", ""];
    return {
      ...placeOf(name, folder),
      message: `\`${name.text}\` is ${kind} that is not in ${list} of the provider, so programs cannot use it`,
    };
  });
}

/**
 * The import of `http` if the provider asks for no host: its users are not asked for a grant, so that the host refuses every request. A
 * definition that is made elsewhere, or with a spread, may have `net`.
 */
export function ungranted(files: readonly ts.SourceFile[], folder: string): Mistake[] {
  const definitions: ts.Node[] = [];
  const imports: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === "provider" && node.arguments.length === 1) definitions.push(node.arguments[0]!);
    if (ts.isImportSpecifier(node) && isHttp(node)) imports.push(node);
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  const isWithout = (definition: ts.Node): boolean =>
    ts.isObjectLiteralExpression(definition) && definition.properties.every((property) => !ts.isSpreadAssignment(property) && property.name?.getText() !== "net");
  if (definitions.length !== 1 || !definitions.every(isWithout)) return [];
  const message = "imports `http`, but the provider does not ask for a host, so its requests are refused";
  return imports.map((node) => ({ ...placeOf(node, folder), message, hint: 'write `net: [{ host: Settings.ref("url") }]`, or `net: ["api.example.com"]`' }));
}

function isHttp({ name, propertyName, parent }: ts.ImportSpecifier): boolean {
  const { moduleSpecifier } = parent.parent.parent;
  return (propertyName ?? name).text === "http" && ts.isStringLiteral(moduleSpecifier) && moduleSpecifier.text === "pulumi-wasm-provider";
}

/** Whether a name stands for a value that is put somewhere. */
function isUse(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isVariableDeclaration(parent) && parent.name === name) return false;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent) || ts.isExportSpecifier(parent)) return false;
  if (ts.isTypeQueryNode(parent) || ts.isTypeReferenceNode(parent)) return false;
  const whole = ts.isPropertyAccessExpression(parent) && parent.name === name ? parent : name;
  const call = whole.parent;
  if (!ts.isCallExpression(call) || call.arguments[0] !== whole) return true;
  const { expression } = call;
  const called = ts.isPropertyAccessExpression(expression) ? expression.name : expression;
  return !(ts.isIdentifier(called) && USERS.has(called.text));
}

/** Whether a name stands for all of a module. */
function isWhole({ declarations = [] }: ts.Symbol): boolean {
  return declarations.some(ts.isNamespaceImport);
}

function isQualified({ parent }: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(parent) || ts.isQualifiedName(parent);
}
