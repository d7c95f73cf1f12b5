//! The environment variables that properties take their defaults from. Generated SDKs read such a variable in the
//! process of the program and give its value to the component, so the manifest must ask for it.

use std::collections::BTreeSet;

use serde_json::Value;

use super::permissions::Permissions;
use crate::schema::parse::reader::{Reader, member};
use crate::schema::{FunctionOutputs, ObjectSchema, PackageSchema, PropertySchema};

/// Checks that `permissions.env` names each variable that a property takes its default from.
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
    };
    let inputs = schema_document.pointer("/provider/inputProperties");
    for (name, property) in &schema.config.properties {
        let is_input = inputs.is_some_and(|inputs| inputs.get(name).is_some());
        let place = if is_input {
            "/schema/provider/inputProperties"
        } else {
            "/schema/config/variables"
        };
        check.property(name, property, place);
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
}

impl Check<'_> {
    fn object(&mut self, object: &ObjectSchema, place: &str) {
        for (name, property) in &object.properties {
            self.property(name, property, place);
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
