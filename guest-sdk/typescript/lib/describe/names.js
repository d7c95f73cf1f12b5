/** Names that properties cannot have. */
/** Reports properties whose names Pulumi reserves. */
export function keptNames(properties, owner, of, note, types) {
    for (const [name, property] of Object.entries(properties)) {
        const problem = (reason) => types.problem(property.facts.at ?? note.at, `\`${name}\` of ${of}: ${reason}`);
        if (name === "id" && owner === "a resource") {
            problem("it is the resource's own id: `create` returns it, and hooks and programs have it without a property; give the server's value another name, such as `serverId`");
        }
        else if (name === "pulumi" || name === "urn" || (name === "version" && owner === "a configuration")) {
            problem("Pulumi reserves this name: choose another name");
        }
    }
}
