//! The manifest's rules for resources, types, functions and the provider, which are added to their schemas.

use serde::{Deserialize, Serialize};

use super::hooks::{self, Hook, Hooks};
use crate::schema::parse::reader::{Members, Reader, member};
use crate::schema::rules::{Target, attach, attach_to_outputs, read_traits};
use crate::schema::{ObjectType, PackageSchema, ResourceSchema};

/// The traits of a function.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionTraits {
    /// The host refuses all effects of the function.
    pub pure: bool,
}

/// Reads the part `types`.
pub(super) fn types(reader: &mut Reader, root: &Members, schema: &mut PackageSchema) {
    let positions = schema.types.positions();
    for (token, spec, place) in section(reader, root, "types") {
        reader.only(spec, &["properties", "constraints"], &place);
        let Some(index) = positions.get(token).copied() else {
            let known = schema.types.objects().map(|object| object.token.as_str());
            let hint = reader.hint(token, known);
            reader.mistake(&place, format!("the schema has no such object type{hint}"));
            continue;
        };
        // Removed, so that the other types can be read at the same time.
        let mut object = schema.types.replace(index, ObjectType::default());
        let target = Target::Inputs;
        attach(
            reader,
            &schema.types,
            &mut object.schema,
            target,
            None,
            spec,
            &place,
        );
        schema.types.replace(index, object);
    }
}

/// Reads the part `resources`: the hooks of each resource, in the order of the schema's table.
pub(super) fn resources(
    reader: &mut Reader,
    root: &Members,
    schema: &mut PackageSchema,
) -> Vec<Hooks> {
    const KNOWN: [&str; 12] = [
        "hooks",
        "properties",
        "constraints",
        "stateVersion",
        "autoName",
        "importId",
        "stable",
        "deleteBeforeReplace",
        "refreshBeforeUpdate",
        "consistency",
        "outputDependencies",
        "concurrency",
    ];
    let mut found = vec![Hooks::default(); schema.resources.len()];
    for (token, spec, place) in section(reader, root, "resources") {
        reader.only(spec, &KNOWN, &place);
        let hooks = hooks::read(reader, spec, &hooks::OF_RESOURCE, &place);
        let Some(resource) = schema.resources.get_mut(token) else {
            let hint = reader.hint(token, schema.resources.keys());
            reader.mistake(&place, format!("the schema has no such resource{hint}"));
            continue;
        };
        let named = spec.get("autoName").and_then(|name| name.get("property"));
        let (of_inputs, of_outputs) = sides(resource, spec);
        attach(
            reader,
            &schema.types,
            &mut resource.inputs,
            Target::Inputs,
            named.and_then(serde_json::Value::as_str),
            &of_inputs,
            &place,
        );
        let outputs = &mut resource.outputs;
        attach_to_outputs(reader, &schema.types, outputs, &of_outputs, &place);
        for (name, input) in &resource.inputs.properties {
            let Some(output) = resource.outputs.properties.get_mut(name) else {
                if input.computed {
                    let place = format!("{place}/properties{}", member("", name));
                    reader.mistake(&place, "is computed, but not an output");
                }
                continue;
            };
            output.rules = input.rules.comparisons();
            if input.write_only {
                let place = format!("{place}/properties{}", member("", name));
                reader.mistake(&place, "is write-only, and is an output as well");
            }
        }
        read_traits(reader, &schema.types, resource, spec, &place);
        let migrates = hooks.contains(Hook::Migrate);
        match resource.traits.state_version {
            0 if migrates => {
                reader.mistake(&place, "the hook `migrate` needs a `stateVersion` above 0");
            }
            version if version > 0 && !migrates => {
                reader.mistake(&place, "a `stateVersion` needs the hook `migrate`");
            }
            _ => {}
        }
        let position = schema.resources.position(token);
        if let Some(place) = position.and_then(|index| found.get_mut(index)) {
            *place = hooks;
        }
    }
    for ((token, resource), hooks) in schema.resources.iter().zip(&found) {
        let place = format!("/resources{}", member("", token));
        makes(reader, resource.is_component, *hooks, &place);
    }
    found
}

/// Checks that a custom resource has `create` and a component has `construct`.
fn makes(reader: &mut Reader, is_component: bool, hooks: Hooks, place: &str) {
    if !is_component {
        if !hooks.contains(Hook::Create) {
            reader.mistake(place, "the hook `create` is missing");
        }
        if hooks.contains(Hook::Construct) {
            let message =
                "only a component resource has the hook `construct`: a resource with `isComponent`";
            reader.mistake(place, message);
        }
        return;
    }
    if !hooks.contains(Hook::Construct) {
        reader.mistake(place, "the hook `construct` is missing");
    }
    let others =
        Hook::of_resources().filter(|(_, hook)| *hook != Hook::Construct && hooks.contains(*hook));
    for (name, _) in others {
        let message = format!("a component has no state, so the hook `{name}` is never called");
        reader.mistake(place, message);
    }
}

/// Splits the rules of a resource into rules of inputs, and rules of properties that are only outputs.
fn sides(resource: &ResourceSchema, spec: &Members) -> (Members, Members) {
    let mut of_inputs = spec.clone();
    let mut of_outputs = Members::new();
    if let Some(properties) = of_inputs
        .get_mut("properties")
        .and_then(serde_json::Value::as_object_mut)
    {
        let is_output = |name: &String| {
            resource.outputs.properties.contains_key(name)
                && !resource.inputs.properties.contains_key(name)
        };
        let names: Vec<String> = properties
            .keys()
            .filter(|name| is_output(name))
            .cloned()
            .collect();
        for name in names {
            of_outputs.extend(properties.remove(&name).map(|rules| (name, rules)));
        }
    }
    (of_inputs, of_outputs)
}

/// Reads the part `functions`: the traits of each function, in the order of the schema's table.
pub(super) fn functions(
    reader: &mut Reader,
    root: &Members,
    schema: &mut PackageSchema,
) -> Vec<FunctionTraits> {
    let mut found = vec![FunctionTraits::default(); schema.functions.len()];
    for (token, spec, place) in section(reader, root, "functions") {
        reader.only(spec, &["pure", "properties", "constraints"], &place);
        let Some(function) = schema.functions.get_mut(token) else {
            let hint = reader.hint(token, schema.functions.keys());
            reader.mistake(&place, format!("the schema has no such function{hint}"));
            continue;
        };
        attach(
            reader,
            &schema.types,
            &mut function.inputs,
            Target::Arguments,
            None,
            spec,
            &place,
        );
        let pure = reader.flag(spec, "pure", &place);
        let position = schema.functions.position(token);
        if let Some(place) = position.and_then(|index| found.get_mut(index)) {
            *place = FunctionTraits { pure };
        }
    }
    found
}

/// Reads the hooks in the part `provider`.
pub(super) fn provider(reader: &mut Reader, root: &Members, schema: &mut PackageSchema) -> Hooks {
    let Some(spec) = reader.object_member(root, "provider", "") else {
        return Hooks::default();
    };
    reader.only(spec, &["hooks", "properties", "constraints"], "/provider");
    attach(
        reader,
        &schema.types,
        &mut schema.config,
        Target::Arguments,
        None,
        spec,
        "/provider",
    );
    hooks::read(reader, spec, &hooks::OF_PROVIDER, "/provider")
}

/// The members of a part, with their places.
fn section<'v>(
    reader: &mut Reader,
    root: &'v Members,
    key: &str,
) -> Vec<(&'v str, &'v Members, String)> {
    let Some(section) = reader.object_member(root, key, "") else {
        return Vec::new();
    };
    let mut entries = Vec::new();
    for (token, spec) in section {
        // A token never contains `~`, and its `/` is kept for readability.
        let place = format!("/{key}/{token}");
        if let Some(spec) = reader.members(spec, &place) {
            entries.push((token.as_str(), spec, place));
        }
    }
    entries
}
