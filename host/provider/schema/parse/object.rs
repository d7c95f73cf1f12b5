//! Things that have properties: objects, resources, the provider, functions.

use serde_json::Value;

use super::names::Owner;
use super::{Members, Parser, member};
use crate::provider::schema::model::{
    FunctionOutputs, FunctionSchema, ObjectSchema, PropertySchema, ResourceSchema,
};

const KNOWN_IN_PROPERTY: [&str; 17] = [
    "type",
    "items",
    "additionalProperties",
    "$ref",
    "oneOf",
    "discriminator",
    "plain",
    "description",
    "const",
    "default",
    "defaultInfo",
    "deprecationMessage",
    "language",
    "secret",
    "replaceOnChanges",
    "willReplaceOnChanges",
    "properties",
];

const KNOWN_IN_RESOURCE: [&str; 17] = [
    "description",
    "properties",
    "required",
    "type",
    "language",
    "isOverlay",
    "overlaySupportedLanguages",
    "inputProperties",
    "requiredInputs",
    "plain",
    "plainInputs",
    "stateInputs",
    "listInputs",
    "aliases",
    "deprecationMessage",
    "isComponent",
    "methods",
];

const KNOWN_IN_FUNCTION: [&str; 10] = [
    "description",
    "inputs",
    "multiArgumentInputs",
    "outputs",
    "returnType",
    "deprecationMessage",
    "language",
    "isOverlay",
    "overlaySupportedLanguages",
    "plain",
];

impl Parser<'_> {
    /// Properties and the list of those that are required, each under the key given.
    pub(super) fn object(
        &mut self,
        spec: &Members,
        properties_key: &str,
        required_key: &str,
        owner: Owner,
        place: &str,
    ) -> ObjectSchema {
        let mut object = ObjectSchema::default();
        if let Some(properties) = self.object_member(spec, properties_key, place) {
            let place = member(place, properties_key);
            for (name, property) in properties {
                let place = member(&place, name);
                self.check_property_name(name, owner, &place);
                if let Some(property) = self.members(property, &place) {
                    object
                        .properties
                        .insert(name.clone(), self.property(property, &place));
                }
            }
        }
        for (index, name) in self
            .texts(spec, required_key, place)
            .into_iter()
            .enumerate()
        {
            // Counted among what could be read: good enough where another item is a mistake already.
            if object.properties.contains_key(name) {
                object.required.insert(name.to_owned());
            } else if !declares(spec, properties_key, name) {
                let message = format!("`{name}` is required, but is no property");
                self.mistake(&format!("{place}/{required_key}/{index}"), message);
            }
        }
        object
    }

    fn property(&mut self, spec: &Members, place: &str) -> PropertySchema {
        self.slips(spec, &KNOWN_IN_PROPERTY, place);
        let told = self.mistakes.len();
        let value_type = self.type_spec(spec, place);
        let mut property = PropertySchema {
            description: self
                .text(spec, "description", place)
                .unwrap_or_default()
                .to_owned(),
            secret: self.flag(spec, "secret", place),
            replace_on_changes: self.flag(spec, "replaceOnChanges", place)
                | self.flag(spec, "willReplaceOnChanges", place),
            deprecation: self
                .text(spec, "deprecationMessage", place)
                .map(str::to_owned),
            ..PropertySchema::default()
        };
        // Of a type that could not be read nothing can be said about the values.
        if self.mistakes.len() == told {
            if let Some(value) = spec.get("const") {
                property.constant = self.constant(&value_type, value, &member(place, "const"));
            }
            if let Some(value) = spec.get("default") {
                let default_type = spec.get("type").and_then(Value::as_str);
                let place = member(place, "default");
                property.default = self.default_value(&value_type, default_type, value, &place);
            }
        }
        if let Some(info) = self.object_member(spec, "defaultInfo", place) {
            let place = member(place, "defaultInfo");
            let names = self.texts(info, "environment", &place);
            property.environment = names.into_iter().map(str::to_owned).collect();
            if property.environment.is_empty() {
                self.mistake(&place, "`environment` must name a variable");
            }
        }
        property.value_type = value_type;
        property
    }

    /// A custom resource or component.
    pub(super) fn resource(&mut self, token: &str, spec: &Members, place: &str) -> ResourceSchema {
        self.slips(spec, &KNOWN_IN_RESOURCE, place);
        let is_component = self.flag(spec, "isComponent", place);
        let owner = if is_component {
            Owner::Component
        } else {
            Owner::CustomResource
        };
        let mut inputs = self.object(spec, "inputProperties", "requiredInputs", owner, place);
        let outputs = self.object(spec, "properties", "required", owner, place);
        // SDKs ask the engine to replace for what is said of the output, so it holds for the input as well.
        for (name, output) in &outputs.properties {
            if let Some(input) = inputs.properties.get_mut(name) {
                input.replace_on_changes |= output.replace_on_changes;
            }
        }
        for key in ["stateInputs", "listInputs"] {
            if let Some(extra) = self.object_member(spec, key, place) {
                self.object(
                    extra,
                    "properties",
                    "required",
                    Owner::Plain,
                    &member(place, key),
                );
            }
        }
        if let Some(methods) = self.object_member(spec, "methods", place) {
            for (name, function) in methods {
                let place = member(&member(place, "methods"), name);
                let method = function
                    .as_str()
                    .filter(|method| self.functions.contains(method));
                match method {
                    Some(method) if method.rsplit_once('/').is_some_and(|(of, _)| of == token) => {}
                    Some(_) => {
                        let message = format!("the function's token must be `{token}/<method>`");
                        self.mistake(&place, message);
                    }
                    None => self.mistake(&place, "a method names one of the package's functions"),
                }
            }
        }
        let deprecation = self
            .text(spec, "deprecationMessage", place)
            .map(str::to_owned);
        ResourceSchema {
            inputs,
            outputs,
            is_component,
            deprecation,
        }
    }

    /// The provider's own inputs, which are its configuration.
    pub(super) fn provider(&mut self, spec: &Members, place: &str) -> ObjectSchema {
        self.slips(spec, &KNOWN_IN_RESOURCE, place);
        self.object(spec, "properties", "required", Owner::Plain, place);
        self.object(
            spec,
            "inputProperties",
            "requiredInputs",
            Owner::Configuration,
            place,
        )
    }

    pub(super) fn function(&mut self, spec: &Members, place: &str) -> FunctionSchema {
        self.slips(spec, &KNOWN_IN_FUNCTION, place);
        let mut inputs = ObjectSchema::default();
        if let Some(arguments) = self.object_member(spec, "inputs", place) {
            let place = member(place, "inputs");
            inputs = self.object(arguments, "properties", "required", Owner::Plain, &place);
        }
        for (index, name) in self
            .texts(spec, "multiArgumentInputs", place)
            .into_iter()
            .enumerate()
        {
            if !inputs.properties.contains_key(name) {
                let place = format!("{place}/multiArgumentInputs/{index}");
                self.mistake(&place, format!("`{name}` is no argument"));
            }
        }
        let key = if spec.contains_key("outputs") {
            "outputs"
        } else {
            "returnType"
        };
        let outputs = match self.object_member(spec, key, place) {
            Some(outputs) => self.function_outputs(outputs, &member(place, key)),
            None => FunctionOutputs::Nothing,
        };
        let deprecation = self
            .text(spec, "deprecationMessage", place)
            .map(str::to_owned);
        FunctionSchema {
            inputs,
            outputs,
            deprecation,
        }
    }

    /// Named results, or a type: the document does not say which, but only a type has these keys.
    fn function_outputs(&mut self, spec: &Members, place: &str) -> FunctionOutputs {
        let has_type = spec.get("type").is_some_and(|name| name != "object");
        let of_type = ["$ref", "oneOf", "additionalProperties"];
        if has_type || of_type.iter().any(|key| spec.contains_key(*key)) {
            let value_type = self.type_spec(spec, place);
            return FunctionOutputs::Value(value_type);
        }
        FunctionOutputs::Object(self.object(spec, "properties", "required", Owner::Plain, place))
    }
}

/// Whether the document has a property of that name, readable or not.
fn declares(spec: &Members, properties_key: &str, name: &str) -> bool {
    spec.get(properties_key)
        .and_then(|properties| properties.get(name))
        .is_some()
}
