//! Properties: of resources, types, functions and the configuration.

use serde_json::Value;

use super::language::Language;
use super::reserved_words;
use super::scope::{Faults, Scope, is_declarable, no_identifier, object, taken};
use crate::schema::parse::reader::{Members, member};

/// The code that a property is a member of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The inputs of a resource.
    Inputs,
    /// The members of a resource's class: its outputs and methods.
    CustomResource,
    Component,
    /// Inputs and outputs of a named type.
    Type,
    /// The arguments of a function, which Python has as parameters.
    Arguments,
    /// The results of a function.
    Results,
}

/// A named object type.
pub(super) fn named_type(faults: &mut Faults<'_>, spec: &Members, name: &str, place: &str) {
    let mut scopes = Scopes::new(Place::Type, name);
    scopes.properties(faults, spec, "properties", place);
}

/// A resource, or the provider: its inputs, its outputs and methods, and the arguments of a lookup.
pub(super) fn resource(faults: &mut Faults<'_>, spec: &Members, name: &str, place: &str) {
    let is_component = spec.get("isComponent").and_then(Value::as_bool) == Some(true);
    let class = if is_component {
        Place::Component
    } else {
        Place::CustomResource
    };
    let mut inputs = Scopes::new(Place::Inputs, name);
    inputs.properties(faults, spec, "inputProperties", place);
    let mut outputs = Scopes::new(class, name);
    outputs.properties(faults, spec, "properties", place);
    if let Some(methods) = object(spec, "methods") {
        let place = member(place, "methods");
        for method in methods.keys() {
            outputs.method(faults, method, &member(&place, method));
        }
    }
    // Python has one class for all properties.
    let mut all = Scopes::of_python(name);
    all.properties(faults, spec, "inputProperties", place);
    all.properties(faults, spec, "properties", place);
    for key in ["stateInputs", "listInputs"] {
        if let Some(lookup) = object(spec, key) {
            let place = member(place, key);
            Scopes::new(Place::Inputs, name).properties(faults, lookup, "properties", &place);
            if key == "stateInputs" {
                all.properties(faults, lookup, "properties", &place);
            }
        }
    }
}

/// The arguments or the results of a function.
pub(super) fn of_function(
    faults: &mut Faults<'_>,
    spec: &Members,
    of: Place,
    name: &str,
    place: &str,
) {
    Scopes::new(of, name).properties(faults, spec, "properties", place);
}

/// The variables of the configuration.
pub(super) fn variables(faults: &mut Faults<'_>, config: &Members, place: &str) {
    let Some(variables) = object(config, "variables") else {
        return;
    };
    let place = member(place, "variables");
    for &language in faults.languages {
        let mut scope = Scope::default();
        for name in variables.keys() {
            let place = member(&place, name);
            let variable = language.variable(name);
            if language == Language::NodeJs && reserved_words::is_variable_of_javascript(&variable)
            {
                faults.add(language, &place, &taken(name), &variable);
            } else if is_declarable(language, &variable) {
                scope.declare(faults, language, variable, name, &place);
            } else {
                faults.add(language, &place, &no_identifier(name), &variable);
            }
        }
    }
}

/// The scope of some properties in each language.
struct Scopes<'n> {
    of: Place,
    /// The name of the resource, the type or the function.
    name: &'n str,
    languages: &'static [Language],
    scopes: [Scope; Language::ALL.len()],
}

impl<'n> Scopes<'n> {
    fn new(of: Place, name: &'n str) -> Self {
        Self {
            of,
            name,
            languages: &Language::ALL,
            scopes: Default::default(),
        }
    }

    fn of_python(name: &'n str) -> Self {
        Self {
            languages: &[Language::Python],
            ..Self::new(Place::Inputs, name)
        }
    }

    fn properties(&mut self, faults: &mut Faults<'_>, spec: &Members, key: &str, place: &str) {
        let place = member(place, key);
        let must_be_given = spec
            .get("required")
            .is_some_and(|names| *names != Value::Array(Vec::new()));
        for (name, property) in object(spec, key).into_iter().flatten() {
            let place = member(&place, name);
            for &language in self.languages {
                if !faults.languages.contains(&language) {
                    continue;
                }
                let identifier = match language {
                    Language::DotNet => self.of_dotnet(faults, name, property, &place),
                    _ => language.property(name),
                };
                if self.of == Place::Arguments
                    && language == Language::NodeJs
                    && !must_be_given
                    && reserved_words::is_of_each_object(name)
                {
                    faults.add(language, &place, &taken(name), &identifier);
                } else {
                    self.declare(faults, language, identifier, name, &place);
                }
            }
        }
    }

    /// The name of a property in C#. If the generated name does not compile, the schema sets another name.
    fn of_dotnet(
        &self,
        faults: &mut Faults<'_>,
        name: &str,
        property: &Value,
        place: &str,
    ) -> String {
        if let Some(given) = dotnet_name(property) {
            return given.to_owned();
        }
        let usual = Language::DotNet.property(name);
        let plain = Language::DotNet.property(name.trim_start_matches('$'));
        let better = if self.is_taken(Language::DotNet, &plain) {
            format!("{plain}Value")
        } else {
            plain
        };
        if better != usual {
            faults.rename(place, &better);
        }
        better
    }

    fn method(&mut self, faults: &mut Faults<'_>, name: &str, place: &str) {
        for &language in self.languages {
            match language.method(name) {
                method if language == Language::Go && method == "ElementType" => {
                    faults.add(language, place, &taken(name), &method);
                }
                method if language == Language::NodeJs && method == "urn" => {
                    faults.add(language, place, &taken(name), &method);
                }
                method => self.declare(faults, language, method, name, place),
            }
        }
    }

    fn declare(
        &mut self,
        faults: &mut Faults<'_>,
        language: Language,
        identifier: String,
        name: &str,
        place: &str,
    ) {
        if !is_declarable(language, &identifier) {
            faults.add(language, place, &no_identifier(name), &identifier);
        } else if self.is_taken(language, &identifier) {
            faults.add(language, place, &taken(name), &identifier);
        } else if let Some(scope) = self.scopes.get_mut(language as usize) {
            scope.declare(faults, language, identifier, name, place);
        }
    }

    /// Whether generated code has a member or a parameter of that name itself.
    fn is_taken(&self, language: Language, identifier: &str) -> bool {
        let is_class = matches!(self.of, Place::CustomResource | Place::Component);
        match language {
            Language::NodeJs if is_class => match identifier {
                "constructor" | "getProvider" => true,
                "getData" => self.of == Place::Component,
                _ => false,
            },
            Language::Python => match identifier {
                "opts" => self.of == Place::Arguments,
                "id" => self.of == Place::CustomResource && self.name != "Provider",
                "urn" => is_class,
                _ => false,
            },
            Language::Go => {
                matches!(identifier, "ApplyT" | "ApplyTWithContext")
                    && !matches!(self.of, Place::Inputs | Place::Arguments)
            }
            Language::DotNet => self.is_member_of_class(identifier),
            Language::NodeJs | Language::Java => false,
        }
    }

    /// Whether a name is valid for a member of a C# class: neither the class nor another member has it.
    fn is_member_of_class(&self, identifier: &str) -> bool {
        let class = Language::DotNet.class(self.name);
        let is = |suffix: &str| identifier.strip_prefix(&*class) == Some(suffix);
        match self.of {
            Place::Inputs => is("Args") || identifier == "Empty",
            Place::CustomResource => is("") || identifier == "Get",
            Place::Component => is(""),
            Place::Type => is("") || is("Args") || identifier == "Empty",
            Place::Arguments => is("Args") || is("InvokeArgs") || identifier == "Empty",
            Place::Results => is("Result"),
        }
    }
}

/// The name that an author gave a property for .NET.
fn dotnet_name(property: &Value) -> Option<&str> {
    property
        .get("language")?
        .get("csharp")?
        .get("name")?
        .as_str()
}
