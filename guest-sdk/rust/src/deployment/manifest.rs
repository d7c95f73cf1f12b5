//! Components in the manifest.

use serde_json::{Value as JsonValue, json};

use super::component::ComponentEntry;
use super::method::MethodEntry;
use crate::fields::insert_rules;
use crate::manifest::annotations::{deprecate, describe};
use crate::manifest::schema;
use crate::manifest::types::Types;
use crate::provider::declaration::Package;
use crate::value::map::PropertyMap;

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

/// The part `packages`.
pub(crate) fn packages(packages: &[Package]) -> PropertyMap {
    let mut members = PropertyMap::new();
    for package in packages {
        let mut spec = PropertyMap::new();
        if !package.version.is_empty() {
            spec.insert("version".to_owned(), package.version.into());
        }
        if let (Some(plugin), Some(value)) = (package.plugin, package.parameter) {
            let mut parameter = json!({ "plugin": plugin, "value": value });
            if !package.plugin_version.is_empty() {
                parameter["version"] = package.plugin_version.into();
            }
            spec.insert("parameter".to_owned(), parameter);
        }
        members.insert(package.name.to_owned(), spec.into());
    }
    members
}
