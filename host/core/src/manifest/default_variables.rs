//! The environment variables that properties take their defaults from. Generated SDKs read such a variable in the
//! process of the program and give its value to the component, so the manifest must ask for it. A variable of a configuration value that
//! the host keeps from the component gives no other property, because the component would see the value there.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::permissions::Permissions;
use crate::schema::parse::reader::{Reader, member};
use crate::schema::{FunctionOutputs, ObjectSchema, PackageSchema, PropertySchema};

/// The variables of the configuration values that the host keeps from the component, with those values.
pub(super) fn withheld<'a>(
    permissions: &'a Permissions,
    schema: &'a PackageSchema,
) -> impl Iterator<Item = (&'a str, &'a str)> {
    permissions.withheld().flat_map(|name| {
        let property = schema.config.properties.get(name);
        let variables = property.into_iter().flat_map(|found| &found.environment);
        variables.map(move |variable| (variable.as_str(), name))
    })
}

/// Checks that `permissions.env` names each variable that a property takes its default from, and that no other property shows the
/// component a value that the host keeps from it.
pub(super) fn check(
    reader: &mut Reader,
    permissions: &Permissions,
    schema: &PackageSchema,
    schema_document: &Value,
) {
    let names = permissions.env.iter().map(|asked| asked.name.as_str());
    let mut check = Check {
        reader,
        asked: names.collect(),
        withheld: withheld(permissions, schema).collect(),
    };
    let host_only: BTreeSet<&str> = permissions.withheld().collect();
    let inputs = schema_document.pointer("/provider/inputProperties");
    for (name, property) in &schema.config.properties {
        let is_input = inputs.is_some_and(|inputs| inputs.get(name).is_some());
        let place = if is_input {
            "/schema/provider/inputProperties"
        } else {
            "/schema/config/variables"
        };
        check.property(name, property, place);
        if !host_only.contains(name.as_str()) {
            check.shows_nothing_withheld(name, property, place);
        }
    }
    for (token, resource) in schema.resources.iter() {
        let place = member("/schema/resources", token);
        check.object(&resource.inputs, &format!("{place}/inputProperties"));
        check.object(&resource.outputs, &format!("{place}/properties"));
        let more = [
            ("stateInputs", &resource.state_inputs),
            ("listInputs", &resource.list_inputs),
        ];
        for (key, object) in more {
            if let Some(object) = object {
                check.object(object, &format!("{place}/{key}/properties"));
            }
        }
    }
    for (token, function) in schema.functions.iter() {
        let place = member("/schema/functions", token);
        check.object(&function.inputs, &format!("{place}/inputs/properties"));
        if let FunctionOutputs::Object(outputs) = &function.outputs {
            check.object(outputs, &format!("{place}/outputs/properties"));
        }
    }
    for object in schema.types.objects() {
        let place = member("/schema/types", &object.token);
        check.object(&object.schema, &format!("{place}/properties"));
    }
}

struct Check<'a> {
    reader: &'a mut Reader,
    /// The variables of `permissions.env`.
    asked: BTreeSet<&'a str>,
    /// The variables of configuration values that the host keeps from the component, with those values.
    withheld: BTreeMap<&'a str, &'a str>,
}

impl Check<'_> {
    fn object(&mut self, object: &ObjectSchema, place: &str) {
        for (name, property) in &object.properties {
            self.property(name, property, place);
            self.shows_nothing_withheld(name, property, place);
        }
    }

    fn shows_nothing_withheld(&mut self, name: &str, property: &PropertySchema, place: &str) {
        for variable in &property.environment {
            if let Some(withheld) = self.withheld.get(variable.as_str()) {
                let place = format!("{}/defaultInfo", member(place, name));
                let message = format!(
                    "the component would see the value of `{variable}`, which `hostOnly` keeps from it as `{withheld}` of the configuration"
                );
                self.reader.mistake(&place, message);
            }
        }
    }

    fn property(&mut self, name: &str, property: &PropertySchema, place: &str) {
        let variables = property.environment.iter();
        for variable in variables.filter(|variable| !self.asked.contains(variable.as_str())) {
            let place = format!("{}/defaultInfo", member(place, name));
            let hint = self.reader.hint(variable, self.asked.iter().copied());
            let message =
                format!("`permissions.env` does not ask for the variable `{variable}`{hint}");
            self.reader.mistake(&place, message);
        }
    }
}
