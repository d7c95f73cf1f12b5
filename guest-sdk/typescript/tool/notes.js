/**
 * The texts of doc comments, and the places of definitions: calls that the bundle makes on the definitions, in the same
 * lines as the source, so that the schema has descriptions and its mistakes have places. Counters of loops are inserted in the same way.
 */
import ts from "typescript";
import { shortName } from "./mistake.js";
import { isProperty } from "./checks/results.js";
import { COUNTER, turnsOf } from "./turns.js";
/** The folder of the SDK's declarations, for every kind of installation. */
const LIBRARY = /\/(guest-sdk\/typescript|pulumi-wasm-provider)\/lib\//;
/** Functions of the SDK whose result takes a doc comment itself. */
const DEFINED = new Set(["resource", "component", "method", "func", "config", "object", "enumOf"]);
/** Finds what to insert in the author's files. */
export function collectNotes(files, checker, folder) {
    const notes = new Map();
    for (const file of files) {
        const insertions = [];
        const place = (node) => {
            const { line } = file.getLineAndCharacterOfPosition(node.getStart());
            return `${shortName(folder, file.fileName)}:${line + 1}`;
        };
        const isOfProperty = (node) => isProperty(checker.getTypeAtLocation(node));
        let hasLoops = false;
        const visit = (node) => {
            const turns = turnsOf(node, place);
            hasLoops ||= turns.length > 0;
            insertions.push(...turns);
            if (ts.isPropertyAssignment(node) && isOfProperty(node.initializer)) {
                insertions.push({ position: node.initializer.getEnd(), text: note("_note", place(node), node) });
            }
            else if (ts.isShorthandPropertyAssignment(node) && isOfProperty(node.name)) {
                insertions.push({ position: node.name.getEnd(), text: `: ${node.name.text}${note("_note", place(node), node)}` });
            }
            else if (ts.isGetAccessorDeclaration(node)) {
                // A property that is read later, because its type refers to itself.
                node.body?.statements.forEach((statement) => {
                    if (ts.isReturnStatement(statement) && statement.expression !== undefined && isOfProperty(statement.expression)) {
                        insertions.push({ position: statement.expression.getEnd(), text: note("_note", place(node), node) });
                    }
                });
            }
            if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && isFromSdk(node.expression, checker)) {
                const extra = node.expression.text === "enumOf" ? values(node) : undefined;
                insertions.push({ position: node.getEnd(), text: note("_define", place(node), documented(node), extra) });
            }
            ts.forEachChild(node, visit);
        };
        visit(file);
        if (hasLoops && !file.text.startsWith("#!"))
            insertions.push(COUNTER);
        // At one place, the note of the inner expression comes first.
        const sorted = insertions.map((insertion, index) => ({ insertion, index })).sort((one, other) => other.insertion.position - one.insertion.position || one.index - other.index);
        notes.set(file.fileName, sorted.map(({ insertion }) => insertion));
    }
    return notes;
}
/** The source with the calls in it. No line is added. */
export function withNotes(source, insertions = []) {
    return insertions.reduce((text, { position, text: inserted }) => text.slice(0, position) + inserted + text.slice(position), source);
}
/** The owner of a comment that documents the result of a call: the variable, the export, the member. */
function documented(call) {
    let node = call;
    while (ts.isCallExpression(node.parent) || ts.isPropertyAccessExpression(node.parent) || ts.isParenthesizedExpression(node.parent)) {
        if (ts.isCallExpression(node.parent) && node.parent.arguments.includes(node))
            return call;
        node = node.parent;
    }
    if (ts.isVariableDeclaration(node.parent))
        return node.parent.parent.parent;
    if (ts.isExportAssignment(node.parent))
        return node.parent;
    return call;
}
/** The function of the SDK that an expression is a call of. */
export function definerOf(expression, checker) {
    return ts.isCallExpression(expression) && ts.isIdentifier(expression.expression) && isFromSdk(expression.expression, checker) ? originalOf(expression.expression, checker)?.name : undefined;
}
function originalOf(name, checker) {
    const symbol = checker.getSymbolAtLocation(name);
    return symbol === undefined || (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol);
}
function isFromSdk(name, checker) {
    const original = originalOf(name, checker);
    if (original === undefined || !DEFINED.has(original.name))
        return false;
    return (original.declarations ?? []).some((found) => LIBRARY.test(found.getSourceFile().fileName));
}
function note(method, place, node, extra) {
    const [description, deprecated] = comment(node);
    const parts = [place, description].map((part) => JSON.stringify(part));
    if (deprecated !== undefined || extra !== undefined) {
        parts.push(extra ?? JSON.stringify(deprecated));
    }
    return `.${method}(${parts.join(", ")})`;
}
/** The text of a doc comment, and of its tag `@deprecated`. */
function comment(node) {
    const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
    const last = docs.at(-1);
    if (last === undefined)
        return ["", undefined];
    const tag = last.tags?.find(ts.isJSDocDeprecatedTag);
    const text = (ts.getTextOfJSDocComment(last.comment) ?? "").trim();
    return [text, tag && ((ts.getTextOfJSDocComment(tag.comment) ?? "").trim() || "it is deprecated")];
}
/** The comments of an enum's members, by their names. */
function values(call) {
    const members = call.arguments[1];
    if (members === undefined || !ts.isObjectLiteralExpression(members))
        return undefined;
    const found = {};
    for (const member of members.properties) {
        if (!ts.isPropertyAssignment(member) || !(ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)))
            continue;
        const [description, deprecated] = comment(member);
        if (description !== "" || deprecated !== undefined)
            found[member.name.text] = deprecated === undefined ? [description] : [description, deprecated];
    }
    return JSON.stringify(found);
}
