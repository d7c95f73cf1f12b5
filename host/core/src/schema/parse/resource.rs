//! Resources, the provider, functions.

use super::names::{Owner, SELF};
use super::{Members, Parser, member};
use crate::schema::model::object::ObjectSchema;
use crate::schema::model::types::Type;
use crate::schema::model::{FunctionOutputs, FunctionSchema, ResourceSchema};
use crate::schema::rules::ResourceTraits;
use crate::schema::secrets::exposed::may_be_secret;

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
    /// A custom resource or component.
    pub(super) fn resource(&mut self, token: &str, spec: &Members, place: &str) -> ResourceSchema {
        self.reader.slips(spec, &KNOWN_IN_RESOURCE, place);
        let is_component = self.reader.flag(spec, "isComponent", place);
        let owner = if is_component {
            Owner::Component
        } else {
            Owner::CustomResource
        };
        let mut inputs = self.object(spec, "inputProperties", "requiredInputs", owner, place);
        let outputs = self.object(spec, "properties", "required", owner, place);
        for name in self.reader.texts(spec, "plainInputs", place) {
            if let Some(input) = inputs.properties.get_mut(name) {
                input.plain = true;
            }
        }
        if is_component {
            self.check_plain(&inputs, &member(place, "inputProperties"));
        }
        // Generated SDKs send the option of the output to the engine, so it must apply to the input too.
        for (name, output) in &outputs.properties {
            if let Some(input) = inputs.properties.get_mut(name) {
                input.replace_on_changes |= output.replace_on_changes;
            }
        }
        let [state_inputs, list_inputs] = self.lookups(spec, place);
        if let Some(methods) = self.reader.object_member(spec, "methods", place) {
            for (name, function) in methods {
                let place = member(&member(place, "methods"), name);
                self.check_method_name(name, &place);
                let method = function
                    .as_str()
                    .filter(|method| self.functions.contains(method));
                match method {
                    Some(method) if method.rsplit_once('/').is_some_and(|(of, _)| of == token) => {}
                    Some(_) => {
                        let message = format!("the function's token must be `{token}/<method>`");
                        self.reader.mistake(&place, message);
                    }
                    None => self
                        .reader
                        .mistake(&place, "a method names one of the package's functions"),
                }
            }
        }
        let deprecation = self
            .reader
            .text(spec, "deprecationMessage", place)
            .map(str::to_owned);
        ResourceSchema {
            inputs,
            outputs,
            traits: ResourceTraits::default(),
            import_id: None,
            state_inputs,
            list_inputs,
            is_component,
            deprecation,
        }
    }

    /// The properties of a lookup and of a list query.
    fn lookups(&mut self, spec: &Members, place: &str) -> [Option<ObjectSchema>; 2] {
        ["stateInputs", "listInputs"].map(|key| {
            let extra = self.reader.object_member(spec, key, place)?;
            let place = member(place, key);
            Some(self.object(extra, "properties", "required", Owner::Plain, &place))
        })
    }

    /// The provider's own inputs, which are its configuration.
    pub(super) fn provider(&mut self, spec: &Members, place: &str) -> ObjectSchema {
        self.reader.slips(spec, &KNOWN_IN_RESOURCE, place);
        self.object(spec, "properties", "required", Owner::Plain, place);
        self.lookups(spec, place);
        self.object(
            spec,
            "inputProperties",
            "requiredInputs",
            Owner::Configuration,
            place,
        )
    }

    pub(super) fn function(&mut self, token: &str, spec: &Members, place: &str) -> FunctionSchema {
        self.reader.slips(spec, &KNOWN_IN_FUNCTION, place);
        let is_method = self.is_method(token);
        let owner = if is_method {
            Owner::Method
        } else {
            Owner::Plain
        };
        let mut inputs = ObjectSchema::default();
        if let Some(arguments) = self.reader.object_member(spec, "inputs", place) {
            let place = member(place, "inputs");
            inputs = self.object(arguments, "properties", "required", owner, &place);
            if is_method {
                self.check_plain(&inputs, &member(&place, "properties"));
            }
        }
        let this = inputs.properties.get(SELF).map(|this| &this.value_type);
        // A function that only has the token of a method stays what it was before there were methods.
        let is_used = is_method && (self.methods.contains(token) || !inputs.properties.is_empty());
        if is_used && !matches!(this, Some(Type::ResourceReference)) {
            let message = format!("a method has its resource as the argument `{SELF}`");
            self.reader.mistake(&member(place, "inputs"), message);
        }
        for (index, name) in self
            .reader
            .texts(spec, "multiArgumentInputs", place)
            .into_iter()
            .enumerate()
        {
            if !inputs.properties.contains_key(name) {
                let place = format!("{place}/multiArgumentInputs/{index}");
                self.reader
                    .mistake(&place, format!("`{name}` is not an argument"));
            }
        }
        let key = if spec.contains_key("outputs") {
            "outputs"
        } else {
            "returnType"
        };
        let outputs = match self.reader.object_member(spec, key, place) {
            Some(outputs) => self.function_outputs(outputs, &member(place, key)),
            None => FunctionOutputs::Nothing,
        };
        let deprecation = self
            .reader
            .text(spec, "deprecationMessage", place)
            .map(str::to_owned);
        FunctionSchema {
            inputs,
            outputs,
            deprecation,
        }
    }

    /// Refuses plain inputs of components and methods that are secret: the host could not mark the results of a value that
    /// the component reads.
    fn check_plain(&mut self, inputs: &ObjectSchema, place: &str) {
        let plain = inputs
            .properties
            .iter()
            .filter(|(_, input)| input.plain && may_be_secret(&self.types, input));
        for (name, input) in plain {
            let part = if input.secret {
                "and it is secret"
            } else {
                "and a part of its type is secret"
            };
            let message = format!(
                "the input is plain, {part}: a component reads a plain input as a value, which it could not keep \
                 secret; declare the input without the secret, or as one that may be an output"
            );
            self.reader.mistake(&member(place, name), message);
        }
    }

    /// Whether a function's token consists of the token of a resource, or of the provider, and a name.
    fn is_method(&self, token: &str) -> bool {
        let Some((owner, _)) = token.rsplit_once('/') else {
            return false;
        };
        let of_provider = owner.strip_prefix("pulumi:providers:") == Some(self.name);
        of_provider || self.resources.contains(owner)
    }

    /// Named results, or a type: the document does not say which, but only a type has these keys.
    fn function_outputs(&mut self, spec: &Members, place: &str) -> FunctionOutputs {
        let has_type = spec.get("type").is_some_and(|name| name != "object");
        let of_type = ["$ref", "oneOf", "additionalProperties"];
        if has_type || of_type.iter().any(|key| spec.contains_key(*key)) {
            let value_type = self.part(spec, place);
            return FunctionOutputs::Value(value_type);
        }
        FunctionOutputs::Object(self.object(spec, "properties", "required", Owner::Plain, place))
    }
}
