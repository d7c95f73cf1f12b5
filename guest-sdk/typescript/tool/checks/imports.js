/** Imports that do not work in a provider. */
import ts from "typescript";
import { placeOf } from "../mistake.js";
import { insteadOfPackage } from "../names.js";
/** Imports of packages whose requests cannot work in a component: they can be bundled, and would fail in the first call. */
export function importedClients(file, folder) {
    const found = [];
    const look = (node) => {
        const name = importedName(node);
        const hint = name === undefined ? undefined : insteadOfPackage(name.text);
        if (name !== undefined && hint !== undefined) {
            found.push({
                ...placeOf(name, folder),
                message: `\`${name.text}\` does not work in a component, which has no sockets`,
                hint,
            });
        }
        ts.forEachChild(node, look);
    };
    look(file);
    return found;
}
/** The module of an import that exists at run time: an import of types needs no module. */
function importedName(node) {
    if (ts.isImportDeclaration(node)) {
        return node.importClause?.isTypeOnly === true || !ts.isStringLiteral(node.moduleSpecifier) ? undefined : node.moduleSpecifier;
    }
    if (ts.isExportDeclaration(node)) {
        return node.isTypeOnly || node.moduleSpecifier === undefined || !ts.isStringLiteral(node.moduleSpecifier) ? undefined : node.moduleSpecifier;
    }
    const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
    const [name] = isCall ? node.arguments : [];
    return name !== undefined && ts.isStringLiteral(name) ? name : undefined;
}
