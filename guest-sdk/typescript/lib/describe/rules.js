/** The manifest's rules beside the schema: rules for values, and rules between properties. */
/**
 * The members `properties` and `constraints`, if there are any rules. `isSet` says which values programs give,
 * because the rules of types apply to these.
 */
export function ruleMembers(properties, constraints = [], isSet = () => true) {
    const members = {};
    const rules = {};
    for (const [name, property] of Object.entries(properties)) {
        const found = property.rules(isSet(name));
        if (Object.keys(found).length > 0)
            rules[name] = found;
    }
    if (Object.keys(rules).length > 0)
        members["properties"] = rules;
    if (constraints.length > 0)
        members["constraints"] = constraints.map((constraint) => ({ ...constraint }));
    return members;
}
