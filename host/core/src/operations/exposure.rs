//! Which failures may name their properties.
//!
//! The engine prints the value of the property next to the reason, even if the value is a secret. So a failure at,
//! above or below a secret has its path in the reason and names no property.
//!
//! For Check, the engine takes the property for the name of an input, and prints `{<nil>}` if that input does not exist.
//! So a failure of Check names a property only if the engine can print the value of the input.

use crate::error::failure::PropertyFailure;
use crate::package::Package;
use crate::schema::{self, ObjectSchema, PackageSchema};
use crate::text::on_one_line;
use crate::value::property_path::PathElement;
use crate::value::property_path::parse_path;
use crate::value::{PropertyMap, PropertyValue};

/// The part of refused inputs that an engine may print.
#[derive(Debug, Clone, PartialEq)]
pub enum Exposure {
    /// Everything except the secrets, which are marked here. The engine finds values by their paths.
    ByPath(PropertyMap),
    /// As `ByPath`, for an engine that finds values by the names of inputs, as it does after Check.
    ByName(PropertyMap),
    /// Nothing, because the secrets are not marked: engines remove the marks before they call CheckConfig.
    Nothing,
}

impl Exposure {
    /// The exposure of a resource's inputs in a check, as the engine sent them. Secrets by the schema count too.
    #[must_use]
    pub fn of_resource(package: &Package, token: &str, inputs: PropertyMap) -> Self {
        match package.resource(token) {
            Ok(binding) => {
                let inputs = schema::exposed(binding.package, &binding.schema.inputs, inputs);
                Self::ByName(inputs)
            }
            Err(_) => Self::Nothing,
        }
    }

    /// The exposure of the inputs of a component resource. The engine does not call Check for these.
    #[must_use]
    pub fn of_component(package: &Package, token: &str, inputs: PropertyMap) -> Self {
        match package.resource(token) {
            Ok(binding) => Self::of(binding.package, &binding.schema.inputs, inputs),
            Err(_) => Self::Nothing,
        }
    }

    /// The exposure of the arguments of a function or method.
    #[must_use]
    pub fn of_function(package: &Package, token: &str, arguments: PropertyMap) -> Self {
        match package.function(token) {
            Ok(binding) => Self::of(binding.package, &binding.schema.inputs, arguments),
            Err(_) => Self::Nothing,
        }
    }

    fn of(schema: &PackageSchema, declared: &ObjectSchema, inputs: PropertyMap) -> Self {
        Self::ByPath(schema::exposed(schema, declared, inputs))
    }

    /// A failure without its property, if the value of the property may not be printed. Its path is then in the reason.
    #[must_use]
    pub fn shown(&self, failure: PropertyFailure) -> PropertyFailure {
        if self.may_print(&failure.property) {
            failure
        } else {
            without_property(failure)
        }
    }

    /// Whether the value at a path is not secret, contains no secret, and is not inside a secret. A path that cannot be
    /// read counts as secret.
    fn may_print(&self, path: &str) -> bool {
        let inputs = match self {
            Self::ByPath(inputs) => inputs,
            Self::ByName(inputs) => {
                return path.is_empty() || inputs.get(path).is_some_and(is_readable);
            }
            Self::Nothing => return false,
        };
        // The engine also looks for the path as the name of a property.
        let is_named = inputs.get(path).is_some_and(PropertyValue::contains_secret);
        if path.is_empty() || is_named {
            return path.is_empty();
        }
        let Ok(elements) = parse_path(path) else {
            return !inputs.values().any(PropertyValue::contains_secret);
        };
        let Some((PathElement::Key(first), rest)) = elements.split_first() else {
            return !inputs.values().any(PropertyValue::contains_secret);
        };
        !inputs
            .get(first)
            .is_some_and(|value| meets_secret(value, rest))
    }
}

/// A failure with its path in its reason.
fn without_property(failure: PropertyFailure) -> PropertyFailure {
    let PropertyFailure { property, reason } = failure;
    let path = format!("`{}`", on_one_line(&property));
    let is_said = property.is_empty() || reason.contains(&path);
    PropertyFailure {
        property: String::new(),
        reason: if is_said {
            reason
        } else {
            format!("{path}: {reason}")
        },
    }
}

/// Whether the engine prints a value in a readable way. It prints null as `{<nil>}`, and an asset as a memory address.
fn is_readable(value: &PropertyValue) -> bool {
    match value {
        PropertyValue::Bool(_) | PropertyValue::Number(_) | PropertyValue::String(_) => true,
        PropertyValue::Array(items) => items.iter().all(is_readable),
        PropertyValue::Object(members) => members.values().all(is_readable),
        _ => false,
    }
}

/// Whether a path passes through a secret, or ends above one.
fn meets_secret(value: &PropertyValue, elements: &[PathElement]) -> bool {
    let Some((first, rest)) = elements.split_first() else {
        return value.contains_secret();
    };
    match (value, first) {
        (PropertyValue::Secret(_), _) => true,
        (PropertyValue::Object(map), PathElement::Key(key)) => map
            .get(key)
            .is_some_and(|member| meets_secret(member, rest)),
        (PropertyValue::Array(items), PathElement::Index(index)) => items
            .get(*index)
            .is_some_and(|item| meets_secret(item, rest)),
        // The engine does not find a value there either, and may print a value that contains a secret instead.
        _ => value.contains_secret(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::schema::PackageSchema;
    use crate::testing::map;

    fn secret(value: impl Into<PropertyValue>) -> PropertyValue {
        value.into().into_secret()
    }

    fn object<const N: usize>(members: [(&str, PropertyValue); N]) -> PropertyValue {
        PropertyValue::Object(map(members))
    }

    fn failure(path: &str) -> PropertyFailure {
        PropertyFailure {
            property: path.to_owned(),
            reason: "no".to_owned(),
        }
    }

    fn schema() -> PackageSchema {
        let login = json!({ "type": "object", "properties": {
            "user": { "type": "string" },
            "password": { "type": "string", "secret": true },
        } });
        let key = json!({ "type": "object", "properties": {
            "key": { "type": "string", "secret": true },
        } });
        let properties = json!({
            "label": { "type": "string" },
            "token": { "type": "string", "secret": true },
            "login": { "$ref": "#/types/acme:index:Login" },
            "logins": { "type": "array", "items": { "$ref": "#/types/acme:index:Login" } },
            "named": { "type": "object", "additionalProperties": { "$ref": "#/types/acme:index:Login" } },
            "either": { "oneOf": [{ "$ref": "#/types/acme:index:Login" }, { "$ref": "#/types/acme:index:Key" }] },
            "any": { "$ref": "pulumi.json#/Any" },
        });
        let document = json!({
            "name": "acme", "version": "1.0.0",
            "types": { "acme:index:Login": login, "acme:index:Key": key },
            "resources": { "acme:index:Thing": { "inputProperties": properties } },
        });
        PackageSchema::parse(&document).expect("a schema")
    }

    #[test]
    fn a_failure_names_its_property_unless_that_may_be_a_secret() {
        let schema = schema();
        let inputs = &schema
            .resources
            .get("acme:index:Thing")
            .expect("a type")
            .inputs;
        let plain = || object([("user", "ada".into())]);
        let rows: [(PropertyMap, &str, bool); 32] = [
            (map([("label", "x".into())]), "label", true),
            (map([("label", "x".into())]), "", true),
            (map([("label", "x".into())]), "missing", true),
            (map([("label", secret("x"))]), "label", false),
            (map([("label", secret("x"))]), "label.more", false),
            // Secret by the schema.
            (map([("token", "x".into())]), "token", false),
            (map([("token", 1.0.into())]), "token", false),
            (
                map([("login", object([("password", "x".into())]))]),
                "login",
                false,
            ),
            (
                map([("login", object([("password", "x".into())]))]),
                "login.password",
                false,
            ),
            (map([("login", plain())]), "login", true),
            (map([("login", plain())]), "login.user", true),
            (map([("login", plain())]), "login.password", true),
            // The value contains a secret, at any depth.
            (
                map([(
                    "any",
                    object([("a", PropertyValue::Array(vec![secret("x")]))]),
                )]),
                "any",
                false,
            ),
            (
                map([(
                    "any",
                    object([("a", PropertyValue::Array(vec![secret("x")]))]),
                )]),
                "any.a",
                false,
            ),
            (
                map([(
                    "any",
                    object([("a", PropertyValue::Array(vec![secret("x")]))]),
                )]),
                "any.a[0]",
                false,
            ),
            (
                map([(
                    "any",
                    object([("a", PropertyValue::Array(vec![secret("x")]))]),
                )]),
                "any.a[1]",
                true,
            ),
            (
                map([("any", object([("a", "x".into()), ("b", secret("x"))]))]),
                "any.a",
                true,
            ),
            // The value is inside a secret.
            (
                map([("any", secret(object([("a", "x".into())])))]),
                "any.a",
                false,
            ),
            // The schema requires another type.
            (
                map([("login", "{\"password\":\"x\"}".into())]),
                "login",
                false,
            ),
            (
                map([("logins", "[{\"password\":\"x\"}]".into())]),
                "logins",
                false,
            ),
            (
                map([("logins", PropertyValue::Array(vec!["x".into(), plain()]))]),
                "logins[0]",
                false,
            ),
            (
                map([("logins", PropertyValue::Array(vec!["x".into(), plain()]))]),
                "logins[1]",
                true,
            ),
            (
                map([("logins", PropertyValue::Array(vec!["x".into(), plain()]))]),
                "logins",
                false,
            ),
            (
                map([("named", object([("a", 1.0.into())]))]),
                "named.a",
                false,
            ),
            (map([("either", "x".into())]), "either", false),
            (
                map([("either", object([("key", "x".into())]))]),
                "either",
                false,
            ),
            // The name is misspelt.
            (map([("tokn", "x".into())]), "tokn", false),
            (
                map([("login", object([("pasword", "x".into())]))]),
                "login.pasword",
                false,
            ),
            (
                map([("login", object([("pasword", "x".into())]))]),
                "login",
                false,
            ),
            // Not a path in the engine's notation.
            (map([("any", secret("x"))]), "any[", false),
            (map([("a.b", secret("x"))]), "a.b", false),
            (map([("a.b", secret("x"))]), "[\"a.b\"]", false),
        ];
        for (given, path, names_it) in rows {
            let exposure = Exposure::of(&schema, inputs, given.clone());
            let failure = failure(path);
            let told = exposure.shown(failure.clone());
            if names_it {
                assert_eq!(told, failure, "{given:?}");
            } else {
                assert_eq!(told.property, "", "{path} of {given:?}");
                assert_eq!(told.reason, format!("`{path}`: no"));
            }
        }
        let failure = failure("label");
        let told = Exposure::Nothing.shown(failure);
        assert_eq!(
            (told.property.as_str(), told.reason.as_str()),
            ("", "`label`: no")
        );
    }

    #[test]
    fn a_failure_of_a_check_names_an_input_that_the_engine_can_print() {
        let list = |item| PropertyValue::Array(vec!["x".into(), item]);
        let inputs = map([
            ("label", "x".into()),
            ("a.b", 1.0.into()),
            ("any", object([("a", true.into())])),
            ("list", list("y".into())),
            ("nothing", PropertyValue::Null),
            ("later", PropertyValue::Unknown),
            ("token", secret("x")),
            ("of-nothing", list(PropertyValue::Null)),
            ("of-later", object([("a", list(PropertyValue::Unknown))])),
            ("of-token", object([("a", secret("x"))])),
        ]);
        let exposure = Exposure::ByName(inputs);
        for path in ["", "label", "a.b", "any", "list"] {
            assert_eq!(exposure.shown(failure(path)), failure(path));
        }
        for path in [
            "missing",
            "any.a",
            "list[0]",
            "[\"a.b\"]",
            "any[",
            "nothing",
            "later",
            "token",
            "of-nothing",
            "of-later",
            "of-token",
        ] {
            let told = exposure.shown(failure(path));
            assert_eq!(told.property, "", "{path}");
            assert_eq!(told.reason, format!("`{path}`: no"));
        }
    }

    #[test]
    fn a_reason_that_has_the_path_is_left_as_it_is() {
        let failure = PropertyFailure {
            property: "label".to_owned(),
            reason: "missing required property `label`".to_owned(),
        };
        let told = Exposure::ByName(map([])).shown(failure.clone());
        assert_eq!((told.property.as_str(), told.reason), ("", failure.reason));
    }
}
