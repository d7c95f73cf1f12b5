/** The document in which a component describes itself. `docs/author/manifest.md` says what its keys mean. */
import { ProviderError } from "../errors.js";
import { isProperty } from "../definition/resource.js";
import { PropertyValue } from "../property/property.js";
import { Types } from "../property/types.js";
import { VERSION } from "../version.js";
import { componentBeside, componentSchema, methodSchema, packagesOf } from "./components.js";
import { unknownMembers } from "./members.js";
import { keptNames } from "./names.js";
import { netOf } from "./net.js";
import { judgeResult } from "./parts.js";
import { arePropertiesIn, judgePlace } from "./places.js";
import { ruleMembers } from "./rules.js";
import { inputSchema, objectSchema, outputSchema, stateInputSchema } from "./schema.js";
/** The module in the middle part of a token: the part before the last slash. */
const MODULE_FORMAT = "(.*)(?:/[^/]*)";
/** The manifest of a provider. Throws an error with all mistakes. */
export function manifest({ definition }, facts) {
    const name = definition.name ?? facts.name;
    if (name === undefined)
        throw new ProviderError("the provider has no name: `package.json` has no `name`");
    const types = new Types(name);
    const version = definition.version ?? facts.version;
    if (version === undefined)
        types.problem(undefined, "the provider has no version: `package.json` has no `version`");
    const schema = { name, ...texts({ ...facts, ...definition }), version: version ?? "" };
    if (definition.keywords !== undefined && definition.keywords.length > 0)
        schema["keywords"] = [...definition.keywords];
    if (definition.language !== undefined)
        schema["language"] = definition.language;
    const unknown = (kind, of, written, at) => {
        for (const problem of unknownMembers(kind, written, of))
            types.problem(at, problem);
    };
    unknown("provider", "the provider", definition, undefined);
    const { config } = definition;
    if (config !== undefined) {
        unknown("configuration", "the configuration", config.definition, config.note.at);
        arePropertiesIn(config.properties, "the configuration", config.note.at, types);
        keptNames(config.properties, "a configuration", "the configuration", config.note, types);
        judgePlace(config.properties, "configuration", "the configuration", config.note.at, types);
        schema["config"] = variables(config.properties, types);
        schema["provider"] = inputSchema(config.properties, undefined, types);
    }
    const resources = part(definition.resources ?? [], types, resourceSchema, resourceBeside, "resource");
    const functions = part(definition.functions ?? [], types, functionSchema, functionBeside, "function");
    const components = part(definition.components ?? [], types, componentWithProperties, componentBeside, "component");
    for (const token of Object.keys(components.schemas).filter((token) => token in resources.schemas)) {
        types.problem(undefined, `\`${token}\` is a resource and a component: give one of the two another name`);
    }
    const all = { ...resources.schemas, ...components.schemas };
    const methods = methodsPart(definition.methods ?? [], all, types);
    const hasSessions = Object.keys(components.schemas).length + Object.keys(methods.schemas).length > 0;
    const packages = packagesOf(definition.packages ?? {}, name, hasSessions, types);
    const net = netOf(definition, types);
    // Tokens such as `acme:index/thing:Thing` name the file after the module, which Pulumi has to be told.
    if ([resources, components, functions].flatMap(({ schemas }) => Object.keys(schemas)).some((token) => token.includes("/"))) {
        schema["meta"] = { moduleFormat: MODULE_FORMAT };
    }
    schema["resources"] = all;
    schema["functions"] = { ...functions.schemas, ...methods.schemas };
    schema["types"] = types.finish();
    if (types.problems.length > 0)
        throw new ProviderError(types.problems.join("\n"));
    const document = {
        manifest: 1,
        sdk: { name: "pulumi-wasm-provider (TypeScript)", version: VERSION },
        schema,
        provider: {
            hooks: configHooks(config),
            ...(config === undefined ? {} : ruleMembers(config.properties, config.definition.constraints)),
        },
        resources: { ...resources.beside, ...components.beside },
        functions: { ...functions.beside, ...methods.beside },
        permissions: { net, env: environment(definition) },
    };
    if (Object.keys(packages).length > 0)
        document["packages"] = packages;
    if (Object.keys(types.rules).length > 0)
        document["types"] = types.rules;
    if (definition.mappings !== undefined && definition.mappings.length > 0) {
        document["mappings"] = definition.mappings.map(({ key, provider, data }) => ({ key, provider: provider ?? name, data }));
    }
    return document;
}
/** The texts of the schema, by their names there. */
function texts(definition) {
    const found = {
        description: definition.description,
        homepage: definition.homepage,
        repository: definition.repository,
        license: definition.license,
        displayName: definition.displayName,
        publisher: definition.publisher,
        namespace: definition.namespace,
        attribution: definition.attribution,
        logoUrl: definition.logoUrl,
        pluginDownloadURL: definition.pluginDownloadUrl,
    };
    return Object.fromEntries(Object.entries(found).filter((entry) => Boolean(entry[1])));
}
function part(members, types, schemaOf, besideOf, kind) {
    const schemas = {};
    const beside = {};
    for (const member of members) {
        const token = types.token(member.name, member.module);
        if (Object.hasOwn(schemas, token))
            types.problem(member.note.at, `\`${token}\` is defined twice: give one of the two another name`);
        for (const problem of unknownMembers(kind, member.definition, `\`${token}\``))
            types.problem(member.note.at, problem);
        const { description, deprecated, language } = member.definition;
        const schema = schemaOf(member, token, types);
        const said = description ?? member.note.description;
        if (said !== undefined)
            schema["description"] = said;
        const warned = deprecated ?? member.note.deprecated;
        if (warned !== undefined)
            schema["deprecationMessage"] = warned;
        if (language !== undefined)
            schema["language"] = language;
        schemas[token] = schema;
        beside[token] = besideOf(member, token, types);
    }
    return { schemas, beside };
}
/** The methods. The schema of their resources names them as well. */
function methodsPart(methods, resources, types) {
    const schemas = {};
    const beside = {};
    for (const method of methods) {
        const owner = types.token(method.of.name, method.of.module);
        const token = `${owner}/${method.name}`;
        const problem = (reason) => types.problem(method.note.at, `\`${token}\` ${reason}`);
        if (Object.hasOwn(schemas, token))
            problem("is defined twice: give one of the two another name");
        if (!/^[A-Za-z_]\w*$/.test(method.name))
            problem("has a name that is not made of letters, digits and `_`");
        for (const unknown of unknownMembers("method", method.definition, `\`${token}\``))
            types.problem(method.note.at, unknown);
        arePropertiesIn(method.inputs, `\`${token}\``, method.note.at, types);
        if (!isProperty(method.outputs))
            arePropertiesIn(method.outputs ?? {}, `the result of \`${token}\``, method.note.at, types);
        const { description = method.note.description, deprecated = method.note.deprecated, language } = method.definition;
        schemas[token] = {
            ...methodSchema(method, token, owner, types),
            ...(description === undefined ? {} : { description }),
            ...(deprecated === undefined ? {} : { deprecationMessage: deprecated }),
            ...(language === undefined ? {} : { language }),
        };
        beside[token] = ruleMembers(method.inputs, method.definition.constraints);
        const resource = resources[owner];
        if (resource === undefined)
            problem(`is a method of \`${owner}\`, which is neither in \`components\` nor in \`resources\``);
        else
            resource["methods"] = { ...resource["methods"], [method.name]: token };
    }
    return { schemas, beside };
}
function resourceSchema(resource, token, types) {
    const { definition, inputs, outputs, note } = resource;
    for (const [name, property] of Object.entries(inputs)) {
        // An author may have put something else in its place by mistake.
        const facts = property?.facts;
        if (facts?.plain && facts.inputOnly)
            types.problem(facts.at ?? note.at, `\`${name}\` of \`${token}\` is plain: only inputs of components can be plain`);
    }
    arePropertiesIn(resource.properties, `\`${token}\``, note.at, types, [inputs, outputs]);
    arePropertiesIn(resource.query, `the query of \`${token}\``, note.at, types);
    keptNames(resource.properties, "a resource", `\`${token}\``, note, types);
    judgePlace((definition.outputs ?? {}), "output", `\`${token}\``, note.at, types);
    judgePlace(resource.query, "argument", `the query of \`${token}\``, note.at, types);
    const twice = Object.keys(inputs).filter((name) => Object.hasOwn(definition.outputs ?? {}, name));
    for (const name of twice) {
        types.problem(note.at, `\`${name}\` of \`${token}\` is an input and an output: inputs are recorded by themselves, so leave it out of \`outputs\``);
    }
    const { autoName } = definition;
    const named = typeof autoName === "string" ? autoName : autoName?.property;
    const schema = { ...outputSchema(outputs, types), ...inputSchema(inputs, named, types) };
    if (definition.aliases !== undefined && definition.aliases.length > 0) {
        schema["aliases"] = definition.aliases.map((type) => ({ type }));
    }
    const stateInputs = Object.entries({ ...inputs, ...outputs }).filter(([, { facts }]) => facts.stateInput);
    if (stateInputs.length > 0) {
        schema["stateInputs"] = stateInputSchema(Object.fromEntries(stateInputs), types);
        if (definition.read === undefined)
            types.problem(note.at, `\`${token}\` has properties with \`stateInput\` but no \`read\``);
    }
    if (definition.list !== undefined)
        schema["listInputs"] = objectSchema(resource.query, types);
    return schema;
}
/** Hooks, traits and rules of a resource. */
function resourceBeside(resource, token, types) {
    const { definition, properties, inputs, note } = resource;
    const beside = { hooks: resource.hooks() };
    const { autoName } = definition;
    if (autoName !== undefined) {
        beside["autoName"] = typeof autoName === "string" ? { property: autoName } : { ...autoName };
    }
    if (definition.importId !== undefined)
        beside["importId"] = definition.importId;
    if (definition.deleteBeforeReplace)
        beside["deleteBeforeReplace"] = true;
    if (definition.refreshBeforeUpdate)
        beside["refreshBeforeUpdate"] = true;
    if (definition.consistency !== undefined)
        beside["consistency"] = definition.consistency;
    if (definition.concurrency !== undefined) {
        const { concurrency } = definition;
        if (!Number.isInteger(concurrency) || concurrency < 1)
            types.problem(note.at, `the \`concurrency\` of \`${token}\` must be a whole number of 1 or more`);
        beside["concurrency"] = concurrency;
    }
    const stable = Object.entries(properties).filter(([, property]) => property.facts.stable);
    if (stable.length > 0)
        beside["stable"] = stable.map(([name]) => name);
    const made = Object.entries(properties).filter(([, property]) => property.facts.dependsOn !== undefined);
    if (made.length > 0) {
        beside["outputDependencies"] = Object.fromEntries(made.map(([name, property]) => [name, [...(property.facts.dependsOn ?? [])]]));
    }
    chooses(resource, token, types);
    if (definition.migrations !== undefined) {
        if (resource.stateVersion() === 0)
            types.problem(note.at, `\`${token}\` has \`migrations\` without a step`);
        beside["stateVersion"] = resource.stateVersion();
    }
    if (Object.keys(ruleMembers(resource.query, [], () => false)).length > 0) {
        types.problem(note.at, `the query of \`${token}\` has rules, which the host does not check: check them in \`list\``);
    }
    const all = { ...inputs, ...properties };
    return { ...beside, ...ruleMembers(all, definition.constraints, (name) => Object.hasOwn(inputs, name)) };
}
/** Reports properties that cannot have a `serverDefault`, and dependencies on unknown inputs. */
function chooses({ properties, inputs, outputs, note }, token, types) {
    for (const [name, { facts }] of Object.entries(properties)) {
        const problem = (reason) => types.problem(facts.at ?? note.at, `\`${name}\` of \`${token}\` ${reason}`);
        if (facts.serverDefault && (!Object.hasOwn(inputs, name) || !Object.hasOwn(outputs, name))) {
            problem("has a `serverDefault`, so it has to be an input that is recorded among the outputs");
        }
        if (facts.dependsOn === undefined)
            continue;
        if (Object.hasOwn(inputs, name) && !facts.serverDefault)
            problem("is set by the program, so it depends on no other input: `dependsOn` is for outputs and for inputs with a `serverDefault`");
        for (const input of facts.dependsOn) {
            if (!Object.hasOwn(inputs, input))
                problem(`depends on \`${input}\`, which is not one of its inputs`);
        }
    }
}
function componentWithProperties(component, token, types) {
    const { inputs, outputs, note } = component;
    for (const properties of [inputs, outputs]) {
        arePropertiesIn(properties, `\`${token}\``, note.at, types);
        keptNames(properties, "a component", `\`${token}\``, note, types);
    }
    return componentSchema(component, token, types);
}
function functionSchema(found, token, types) {
    const { definition, inputs, outputs, note } = found;
    arePropertiesIn(inputs, `\`${token}\``, note.at, types);
    judgePlace(inputs, "argument", `\`${token}\``, note.at, types);
    const schema = { inputs: objectSchema(inputs, types) };
    if (definition.positional)
        schema["multiArgumentInputs"] = Object.keys(inputs);
    if (outputs instanceof PropertyValue) {
        schema["outputs"] = outputs.type.schema(types);
        judgeResult(outputs, token, note.at, types);
    }
    else {
        arePropertiesIn(outputs, `the result of \`${token}\``, note.at, types);
        judgePlace(outputs, "result", `the result of \`${token}\``, note.at, types);
        schema["outputs"] = objectSchema(outputs, types);
    }
    return schema;
}
function functionBeside({ definition, inputs }) {
    return { pure: definition.pure ?? false, ...ruleMembers(inputs, definition.constraints) };
}
/** The configuration once more, for programs that read it by key. */
function variables(properties, types) {
    const config = { variables: objectSchema(properties, types)["properties"] ?? {} };
    // SDKs do not require a value that the environment may supply, but the provider does.
    const required = Object.entries(properties).filter(([, { facts }]) => !facts.optional && facts.default === undefined);
    if (required.length > 0)
        config["defaults"] = required.map(([name]) => name);
    return config;
}
/** A provider with a configuration must be given it, with or without the author's `configure`. */
function configHooks(config) {
    if (config === undefined)
        return [];
    return config.definition.check === undefined ? ["configure"] : ["configure", "check-config"];
}
/** The variables that the provider names, and the variables that supply defaults of properties. */
function environment(definition) {
    const permissions = new Map();
    for (const asked of definition.env ?? []) {
        const { name, required = false, reason = "" } = typeof asked === "string" ? { name: asked } : asked;
        permissions.set(name, { name, required, reason });
    }
    const shapes = [
        definition.config?.properties ?? {},
        ...(definition.resources ?? []).map((resource) => resource.inputs),
        ...(definition.functions ?? []).map((found) => found.inputs),
    ];
    for (const [name, property] of shapes.flatMap((shape) => Object.entries(shape))) {
        for (const variable of property.facts.environment ?? []) {
            if (!permissions.has(variable))
                permissions.set(variable, { name: variable, required: false, reason: `default of \`${name}\`` });
        }
    }
    return [...permissions.values()];
}
