/** Parameters of hooks at the wrong place: in the order of another SDK, or a member where the whole request stands. */

import ts from "typescript";

import { meaning } from "./literals.js";
import { type HookMistake, placeOf } from "../mistake.js";

/** The members of the request of each hook of a resource. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  create: ["inputs"],
  resume: ["id", "old", "inputs"],
  check: ["inputs", "oldInputs", "oldOutputs"],
  previewCreate: ["inputs", "outputs"],
  read: ["id", "old", "inputs"],
  update: ["id", "old", "inputs"],
  previewUpdate: ["id", "old", "inputs", "outputs"],
  delete: ["id", "old"],
  list: ["query", "limit", "pageSize", "continuationToken"],
};

/** Other names for members of requests. */
const RECORDED = ["recorded", "saved", "state"];

/** For each other function of the SDK its hooks, with their parameters. */
const PARAMETERS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  component: { construct: ["inputs", "cx"] },
  method: { call: ["self", "inputs", "cx"] },
  func: { call: ["inputs", "cx"] },
  config: { check: ["settings", "cx"], configure: ["settings", "cx"] },
};

const CONTEXT = "cx";
/** Names that authors give the context. */
const CONTEXTS = [CONTEXT, "context", "ctx"];

/** The members of the request of a hook, from the name of its type. */
export function membersOfRequest(type: string): readonly string[] | undefined {
  const hook = type.charAt(0).toLowerCase() + type.slice(1);
  return Object.hasOwn(REQUESTS, hook) ? REQUESTS[hook] : undefined;
}

/** The first parameter at a wrong place of each hook in a file. */
export function misplacedParameters(file: ts.SourceFile, checker: ts.TypeChecker, folder: string): HookMistake[] {
  const found: HookMistake[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const definer = node.expression.text;
      for (const definition of node.arguments.filter(ts.isObjectLiteralExpression)) {
        for (const member of definition.properties) {
          const hook = member.name?.getText() ?? "";
          const parameters = functionOf(member, checker)?.parameters ?? [];
          if (definer === "resource" && Object.hasOwn(REQUESTS, hook)) found.push(...ofRequest(member, hook, REQUESTS[hook] ?? [], parameters));
          if (Object.hasOwn(PARAMETERS, definer)) found.push(...ofParameters(member, hook, own(PARAMETERS[definer], hook), parameters));
        }
      }
    }
    ts.forEachChild(node, visit);
  };
  const ofRequest = (member: ts.ObjectLiteralElementLike, hook: string, members: readonly string[], parameters: readonly ts.ParameterDeclaration[]): HookMistake[] => {
    const form = `${hook}({ ${members.join(", ")} }, ${CONTEXT})`;
    for (const [index, { name }] of parameters.entries()) {
      if (!ts.isIdentifier(name)) continue;
      const isMember = [...members, ...RECORDED].includes(name.text);
      const isContext = CONTEXTS.includes(name.text);
      if (isMember) return [mistake(member, name, `\`${name.text}\` names the ${index === 0 ? "request" : "context"} itself, but it is a member of the request`, form)];
      if (isContext && index === 0) return [mistake(member, name, `\`${name.text}\` names the request itself`, form)];
    }
    const third = parameters[2];
    return third === undefined ? [] : [mistake(member, third.name, `\`${hook}\` has more parameters than the request and the context`, form)];
  };
  const ofParameters = (member: ts.ObjectLiteralElementLike, hook: string, wanted: readonly string[], parameters: readonly ts.ParameterDeclaration[]): HookMistake[] => {
    for (const [index, { name }] of parameters.entries()) {
      const place = wanted[index];
      if (place === undefined || !ts.isIdentifier(name)) continue;
      const meant = CONTEXTS.includes(name.text) ? CONTEXT : wanted.find((one) => one === name.text);
      if (meant === undefined || meant === place) continue;
      return [mistake(member, name, `\`${name.text}\` is where \`${place}\` is`, `${hook}(${wanted.join(", ")})`)];
    }
    return [];
  };
  const mistake = (hook: ts.ObjectLiteralElementLike, name: ts.Node, message: string, form: string): HookMistake => {
    return { hook, ...placeOf(name, folder), message, hint: `write \`${form}\`, without those that the hook does not need` };
  };
  visit(file);
  return found;
}

function own(hooks: Readonly<Record<string, readonly string[]>> | undefined, hook: string): readonly string[] {
  return hooks !== undefined && Object.hasOwn(hooks, hook) ? (hooks[hook] ?? []) : [];
}

/** The function that a member is, or names. */
function functionOf(member: ts.ObjectLiteralElementLike, checker: ts.TypeChecker): ts.SignatureDeclaration | undefined {
  if (ts.isMethodDeclaration(member)) return member;
  const value = ts.isPropertyAssignment(member) ? member.initializer : ts.isShorthandPropertyAssignment(member) ? member.name : undefined;
  const written = value !== undefined && ts.isIdentifier(value) ? meaning(value, checker) : value;
  return written !== undefined && (ts.isArrowFunction(written) || ts.isFunctionExpression(written) || ts.isFunctionDeclaration(written)) ? written : undefined;
}
