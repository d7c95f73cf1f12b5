/**
 * Unknown members of definitions. The type checker reports only the first of them, and suggests names by their letters. It also reports
 * that the parameters of such a hook have no types.
 */

import ts from "typescript";

import { type Kind, unknownMembers } from "../../lib/describe/members.js";
import { type Mistake, placeOf, UNTYPED } from "../mistake.js";

/** A member that a definition cannot have. */
export interface UnknownMember {
  readonly file: ts.SourceFile;
  readonly node: ts.ObjectLiteralElementLike;
  readonly mistake: Mistake;
}

/** Object literals with a name that their type does not have, without and with a suggestion. */
const UNKNOWN = new Set([2353, 2561]);

/** The kinds of definitions, by the types that the SDK declares them with. */
const KINDS: Readonly<Record<string, Kind>> = {
  ResourceDefinition: "resource",
  ComponentDefinition: "component",
  FunctionDefinition: "function",
  MethodDefinition: "method",
  ConfigDefinition: "configuration",
  ProviderDefinition: "provider",
};

/** All unknown members of the definitions in which the type checker reports an unknown member. */
export function unknownIn(diagnostics: readonly ts.Diagnostic[], folder: string): UnknownMember[] {
  const seen = new Set<ts.Node>();
  return diagnostics.flatMap((found) => {
    const [kind, definition] = definitionOf(found);
    if (kind === undefined || definition === undefined || seen.has(definition)) return [];
    seen.add(definition);
    return membersOf(kind, definition, folder);
  });
}

/** Whether the type checker reports such a member, or a consequence of it. */
export function isOfUnknown(found: ts.Diagnostic, members: readonly UnknownMember[]): boolean {
  return members.some(({ file, node }) => {
    if (found.file !== file || found.start === undefined) return false;
    const isItself = UNKNOWN.has(found.code) && found.start === node.name?.getStart();
    return isItself || (UNTYPED.has(found.code) && node.getStart() <= found.start && found.start < node.getEnd());
  });
}

/** The definition whose unknown member a diagnostic names. */
function definitionOf(found: ts.Diagnostic): readonly [Kind?, ts.ObjectLiteralExpression?] {
  if (!UNKNOWN.has(found.code) || found.file === undefined || found.start === undefined) return [];
  const [, type = ""] = /does not exist in type '(\w+)/.exec(ts.flattenDiagnosticMessageText(found.messageText, " ")) ?? [];
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined;
  const owner = nodeAt(found.file, found.start)?.parent.parent;
  return kind !== undefined && owner !== undefined && ts.isObjectLiteralExpression(owner) ? [kind, owner] : [];
}

function membersOf(kind: Kind, definition: ts.ObjectLiteralExpression, folder: string): UnknownMember[] {
  const file = definition.getSourceFile();
  return definition.properties.flatMap((node) => {
    const { name } = node;
    if (name === undefined || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) return [];
    return unknownMembers(kind, { [name.text]: undefined }, nameOf(kind, definition)).map((message) => {
      return { file, node, mistake: { ...placeOf(name, folder), message } };
    });
  });
}

/** The author's name of a definition, for messages. */
function nameOf(kind: Kind, { parent }: ts.ObjectLiteralExpression): string {
  const named = ts.isCallExpression(parent) ? parent.arguments.find(ts.isStringLiteralLike) : undefined;
  return named === undefined ? `the ${kind}` : `\`${named.text}\``;
}

/** The name that begins at a position. */
function nodeAt(file: ts.SourceFile, position: number): ts.Node | undefined {
  const find = (node: ts.Node): ts.Node | undefined => {
    if (position < node.getStart() || position >= node.getEnd()) return undefined;
    return ts.forEachChild(node, find) ?? node;
  };
  return find(file);
}
