/** Checks a provider's source by the type checker and by the checks of this tool. */
import { existsSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import ts from "typescript";
import { isOfHook, Mistakes, placeOf, shortName } from "./mistake.js";
import { INSTEAD, insteadOfModule } from "./names.js";
import { keepingDeclarations } from "./checks/declarations.js";
import { namedIds } from "./checks/ids.js";
import { importedClients } from "./checks/imports.js";
import { lackingOutputs } from "./checks/lacking.js";
import { isOfUnknown, unknownIn } from "./checks/members.js";
import { collectNotes } from "./notes.js";
import { membersOfRequest, misplacedParameters } from "./checks/parameters.js";
import { nameHere } from "./checks/synonyms.js";
import { mistakenResults } from "./checks/returned.js";
import { ungranted, unlisted } from "./checks/unlisted.js";
/** The settings that `tsconfig.json` need not have. */
const DEFAULTS = {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    types: ["pulumi-wasm-provider/globals"],
    skipLibCheck: true,
};
const SYNCHRONOUS = "hooks and functions are synchronous, and so is `http`: remove `async` and `await`; `settle(promise)` waits for a library";
/** Functions of the SDK whose argument has hooks. */
const DEFINERS = new Set(["resource", "component", "method", "func", "config"]);
/**
 * Checks the source, and returns the names and places of its definitions. Throws all mistakes at once. `warn` gets possible mistakes.
 */
export function check(project, warn = () => { }) {
    const options = optionsOf(project);
    // The types that options name are looked up in the project's folder.
    const host = { ...keepingDeclarations(ts.createCompilerHost(options), options), getCurrentDirectory: () => project.folder };
    const program = ts.createProgram([project.source], options, host);
    const checker = program.getTypeChecker();
    const own = program.getSourceFiles().filter((file) => !file.isDeclarationFile && !program.isSourceFileFromExternalLibrary(file));
    const asynchronous = own.flatMap((file) => asynchronousHooks(file));
    const diagnostics = [
        ...program.getConfigFileParsingDiagnostics(),
        ...program.getOptionsDiagnostics(),
        ...program.getSyntacticDiagnostics(),
        ...program.getGlobalDiagnostics(),
        // Declarations of the language and of packages are not the author's, and take most of the time.
        ...program.getSourceFiles().filter(isChecked(program)).flatMap((file) => program.getSemanticDiagnostics(file)),
    ].filter((found) => found.category === ts.DiagnosticCategory.Error);
    const ids = own.flatMap((file) => namedIds(file, project.folder));
    const unknown = unknownIn(diagnostics, project.folder);
    const isIn = (found, { file, definition }) => found.file === file && found.start !== undefined && definition.getStart() <= found.start && found.start <= definition.getEnd();
    const results = own.map((file) => mistakenResults(file, checker, project.folder));
    const misplaced = [...own.flatMap((file) => misplacedParameters(file, checker, project.folder)), ...results.flatMap((result) => result.misplaced)];
    const covered = (found) => isOfHook(found, misplaced) ||
        asynchronous.some((hook) => isIn(found, hook) && isPromiseComplaint(found)) || ids.some((id) => isIn(found, id)) || isOfUnknown(found, unknown);
    const lacking = own.flatMap((file) => lackingOutputs(file, checker, project.folder));
    // It is a mistake only if the type checker reports it, too.
    const shorter = lacking.filter(({ file, start }) => diagnostics.some((found) => found.file === file && found.start === start && !covered(found)));
    const isShort = (found) => shorter.some(({ file, start }) => found.file === file && found.start === start);
    const told = diagnostics.filter((found) => !covered(found) && !isShort(found)).map((found) => mistakeOf(found, project.folder));
    const hooks = asynchronous.map(({ name, node }) => {
        return {
            ...placeOf(node, project.folder),
            message: `\`${name}\` is asynchronous, and the host does not wait for it`,
            hint: SYNCHRONOUS,
        };
    });
    const clients = own.flatMap((file) => importedClients(file, project.folder));
    // A client that is not installed either is told once, and not with the advice to install it.
    const rest = told.filter((found) => !clients.some((client) => client.file === found.file && client.line === found.line));
    // A mistake that the type checker reports too is reported once.
    const misnamed = results.flatMap((result) => result.misnamed).filter((found) => !told.some((other) => other.file === found.file && other.line === found.line && other.column === found.column));
    const all = [...hooks, ...misplaced, ...clients, ...[...ids, ...unknown].map(({ mistake }) => mistake), ...misnamed, ...shorter.map(({ mistake }) => mistake), ...rest].sort(inOrder);
    if (all.length > 0)
        throw new Mistakes(all);
    [...unlisted(own, checker, project.folder), ...ungranted(own, project.folder)].forEach(warn);
    return collectNotes(own, checker, project.folder);
}
function inOrder(one, other) {
    return (one.file ?? "").localeCompare(other.file ?? "") || (one.line ?? 0) - (other.line ?? 0);
}
/** Whether a file is one of the author's. */
function isChecked(program) {
    return (file) => !program.isSourceFileDefaultLibrary(file) && !program.isSourceFileFromExternalLibrary(file);
}
/** The project's own options, or the usual ones. */
function optionsOf({ folder }) {
    const file = join(folder, "tsconfig.json");
    if (!existsSync(file))
        return { ...DEFAULTS, noEmit: true };
    const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
    if (error !== undefined)
        throw new Mistakes([mistakeOf(error, folder)]);
    const { options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder, undefined, file);
    // An error about missing files does not matter: the imports of the source name the files.
    const serious = errors.filter(({ code }) => code !== 18_002 && code !== 18_003);
    if (serious.length > 0)
        throw new Mistakes(serious.map((found) => mistakeOf(found, folder)));
    // Declarations of libraries name what Node and browsers have, whether it is used or not.
    return { ...options, skipLibCheck: options.skipLibCheck ?? true, types: options.types ?? DEFAULTS.types ?? [], noEmit: true, strict: options.strict ?? true };
}
function mistakeOf(found, folder) {
    // A provider has no modules of Node, so their types would not help.
    const whole = ts.flattenDiagnosticMessageText(found.messageText, "\n  ").replace(/ Do you need to install type definitions for node\? .*/, "");
    // The type checker only compares letters.
    const written = nameHere(whole) === undefined ? whole : whole.replace(/ Did you mean [^?]*\?$/, "");
    const other = notAProperty(written);
    const message = other === undefined ? written : `expected a type of the schema, found ${other}`;
    const hint = other === undefined ? hintFor(found, written) : insteadOfType(other);
    const rest = hint === undefined ? { message } : { message, hint };
    if (found.file === undefined || found.start === undefined)
        return rest;
    const { line, character } = found.file.getLineAndCharacterOfPosition(found.start);
    return { file: shortName(folder, found.file.fileName), line: line + 1, column: character + 1, ...rest };
}
function hintFor({ code, file, start = 0 }, message) {
    if (code === 2554 && /\.\s*$/.test(file?.text.slice(0, start) ?? "") && /^json\b/.test(file?.text.slice(start) ?? ""))
        return "`json` checks the answer: write its type, `.json({ name: string() })`";
    const [, name] = /'([^']+)'/.exec(message) ?? [];
    if (name === undefined)
        return undefined;
    const here = nameHere(message);
    if (here !== undefined)
        return here;
    // Cannot find name; with a suggestion; with a library; with types to install.
    if ([2304, 2552, 2580, 2581, 2582, 2583, 2584, 2585, 2591, 2592, 2593].includes(code))
        return INSTEAD[name];
    if (code === 2307 && (name.startsWith("node:") || builtinModules.includes(name)))
        return insteadOfModule(name);
    if (/^Type '[^]*Promise<[^]* is not assignable to type '(.*\) => |Result|Recorded|Created|Updated|ReadResult|Previewed|Returned|NotAPromise|Made)/.test(message))
        return SYNCHRONOUS;
    if (message.includes("the host does not wait for promises"))
        return SYNCHRONOUS;
    if (code === 2353 && /type 'Recorded</.test(message))
        return `is \`${name}\` among the \`outputs\` of the definition?`;
    const [, request] = /does not exist on type '(\w+)Request</.exec(message) ?? [];
    const members = request === undefined ? undefined : membersOfRequest(request);
    if (members !== undefined)
        return `the request has ${members.map((member) => `\`${member}\``).join(", ")}`;
    if (code === 2307 && !name.startsWith("."))
        return `is \`${name}\` among the \`dependencies\` of package.json, and installed?`;
    return undefined;
}
/** The type that stands where a property belongs, in the words of the type checker. */
function notAProperty(message) {
    if (/^Object literal may only specify known properties, and .* does not exist in type '(AnyProperty|Property<unknown, Presence>)'/.test(message))
        return "an object";
    const [, found, expected] = /^(?:Type|Argument of type) '([^]*?)' is (?:not assignable to (?:type|parameter of type)|missing the following properties from type) '([^']*)'/.exec(message) ?? [];
    return expected === "AnyProperty" || expected === "Property<unknown, Presence>" ? `\`${found}\`` : undefined;
}
/** The way to express a type in a schema. */
function insteadOfType(found) {
    if (found === "an object")
        return 'an object type has a name: `object("Disk", { size: integer() })`';
    if (found === "`DateConstructor`" || found === "`Date`")
        return 'times are texts: `string().format("date-time")`';
    if (/^`\(.*\) => \w*Property</.test(found))
        return "call the function: `string()`";
    if (found === "`BigIntConstructor`")
        return "integers are exact up to 2^53: `integer()`; larger ones are `exactInteger()`";
    if (/^`(String|Number|Boolean|Array|Object|Map)Constructor`$/.test(found))
        return "types are written with the functions of the SDK: `string()`, `number()`, `boolean()`, `array(string())`, `record(string())`";
    return "types are `string()`, `number()`, `integer()`, `boolean()`, `array(…)`, `record(…)`, `object(…)`, `enumOf(…)`, `union(…)`, `asset()`, `reference(…)` and `json()`";
}
function isPromiseComplaint(found) {
    return /Promise|Overload|not assignable/.test(ts.flattenDiagnosticMessageText(found.messageText, " "));
}
/** Hooks and functions that are `async`. */
function asynchronousHooks(file) {
    const found = [];
    const isAsync = (node) => ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
    const hooksOf = (definition) => {
        for (const member of definition.properties) {
            if (member.name === undefined || !(ts.isIdentifier(member.name) || ts.isStringLiteral(member.name)))
                continue;
            const body = ts.isPropertyAssignment(member) ? member.initializer : member;
            if (isAsync(body))
                found.push({ file, name: member.name.text, node: member, definition });
            if (member.name.text === "migrations" && ts.isArrayLiteralExpression(body)) {
                for (const step of body.elements)
                    if (isAsync(step))
                        found.push({ file, name: "migrations", node: step, definition });
            }
        }
    };
    const visit = (node) => {
        if (ts.isCallExpression(node) && ts.isIdentifier(node.expression) && DEFINERS.has(node.expression.text)) {
            for (const argument of node.arguments)
                if (ts.isObjectLiteralExpression(argument))
                    hooksOf(argument);
        }
        ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
}
