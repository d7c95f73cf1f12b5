//! Components in the manifest.

use serde_json::{Value as JsonValue, json};

use super::component::{ComponentEntry, UsedPackage};
use super::method::MethodEntry;
use crate::annotations::{deprecate, describe};
use crate::fields::insert_rules;
use crate::map::PropertyMap;
use crate::schema;
use crate::types::Types;

/// The argument that names the resource of a method.
const SELF: &str = "__self__";

/// The schema of a component, and the host's facts beside it.
pub(crate) fn described(
    entry: &ComponentEntry,
    types: &mut Types,
) -> (String, PropertyMap, PropertyMap) {
    let token = types.token(entry.spec.token, entry.spec.name);
    let mut schema = schema::output_schema(entry.fields, types);
    schema.extend(schema::input_schema(entry.fields, types));
    schema.insert("isComponent".to_owned(), true.into());
    describe(&mut schema, entry.spec.description);
    deprecate(&mut schema, entry.spec.deprecated);
    schema::speak(&mut schema, entry.spec.language, &token, types);
    if !entry.spec.aliases.is_empty() {
        let aliases = entry.spec.aliases.iter();
        let aliases = aliases.map(|alias| json!({ "type": alias }));
        schema.insert("aliases".to_owned(), aliases.collect());
    }
    let mut beside = PropertyMap::new();
    beside.insert("hooks".to_owned(), json!(["construct"]));
    insert_rules(&mut beside, entry.fields, entry.constraints);
    (token, schema, beside)
}

/// The schema of a method, and the host's facts beside it.
pub(crate) fn method(
    entry: &MethodEntry,
    resources: &mut PropertyMap,
    types: &mut Types,
) -> (String, PropertyMap, PropertyMap) {
    let (name, given) = entry.of;
    let owner = types.token(given, name);
    let token = format!("{owner}/{}", entry.spec.name);
    match resources.get_mut(&owner) {
        Some(resource) => resource["methods"][entry.spec.name] = token.as_str().into(),
        None => types.problem(format!(
            "`{token}` is a method of `{owner}`, which is neither in `components` nor in `resources`"
        )),
    }
    let mut schema = PropertyMap::new();
    describe(&mut schema, entry.spec.description);
    deprecate(&mut schema, entry.spec.deprecated);
    schema::speak(&mut schema, entry.spec.language, &token, types);
    let mut inputs = JsonValue::Object(schema::object_schema(entry.arguments, types));
    inputs["properties"][SELF] = json!({ "$ref": Types::reference_to("resources", &owner) });
    match inputs["required"].as_array_mut() {
        Some(required) => required.push(SELF.into()),
        None => inputs["required"] = json!([SELF]),
    }
    schema.insert("inputs".to_owned(), inputs);
    if let Some(results) = (entry.results)(types) {
        schema.insert("outputs".to_owned(), results);
    }
    let mut beside = PropertyMap::new();
    insert_rules(&mut beside, entry.arguments, entry.constraints);
    (token, schema, beside)
}

/// The part `uses`.
pub(crate) fn uses(packages: &[UsedPackage]) -> PropertyMap {
    let mut uses = PropertyMap::new();
    for package in packages {
        let mut spec = PropertyMap::new();
        let mut text = |key: &str, text: &str| {
            if !text.is_empty() {
                spec.insert(key.to_owned(), text.into());
            }
        };
        text("version", package.version);
        if let Some(parameter) = package.parameter {
            let mut members = json!({ "plugin": parameter.plugin, "value": parameter.value });
            if !parameter.version.is_empty() {
                members["version"] = parameter.version.into();
            }
            spec.insert("parameter".to_owned(), members);
        }
        uses.insert(package.name.to_owned(), spec.into());
    }
    uses
}
