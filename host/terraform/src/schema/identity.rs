//! The identity of a resource, which newer cores keep beside its state: the id, and the inputs in it if the manifest has a form of ids.

use std::collections::BTreeMap;

use pulumi_wasm_core::schema::{ImportId, ResourceSchema};
use pulumi_wasm_core::text::Excerpt;
use pulumi_wasm_core::value::PropertyMap;

use super::block::ID;
use super::names::{self, Place};
use crate::convert::value::Value;
use crate::convert::value_type::ValueType;
use crate::proto::tfplugin6::ResourceIdentitySchema;
use crate::proto::tfplugin6::resource_identity_schema::IdentityAttribute;

/// The identity of a resource type.
#[derive(Debug, Clone, Default)]
pub(crate) struct Identity {
    /// The version of the state. Cores have a stored identity upgraded only if its version differs, and the parts can be others in each
    /// version.
    version: i64,
    form: Option<ImportId>,
    /// The inputs in the form, by the names of their attributes.
    parts: BTreeMap<String, String>,
}

impl Identity {
    pub(super) fn of(resource: &ResourceSchema) -> Self {
        let form = resource.import_id.clone();
        let inputs = form.iter().flat_map(ImportId::inputs);
        let parts = inputs
            .map(|input| (names::attribute(input, Place::Resource), input.to_owned()))
            .collect();
        Self {
            version: i64::from(resource.traits.state_version),
            form,
            parts,
        }
    }

    /// The schema of the identity. An import needs the id, or all parts of it.
    pub(crate) fn message(&self) -> ResourceIdentitySchema {
        let attribute = |name: &str, description: &str| IdentityAttribute {
            name: name.to_owned(),
            r#type: ValueType::String.to_json().to_string().into(),
            required_for_import: self.parts.is_empty(),
            optional_for_import: !self.parts.is_empty(),
            description: description.to_owned(),
        };
        let parts = self.parts.keys();
        let parts = parts.map(|name| attribute(name, "A part of the id."));
        ResourceIdentitySchema {
            version: self.version,
            identity_attributes: [attribute(ID, "The resource's id.")]
                .into_iter()
                .chain(parts)
                .collect(),
        }
    }

    /// The type of an identity.
    pub(crate) fn value_type(&self) -> ValueType {
        let names = self.parts.keys().map(String::as_str).chain([ID]);
        ValueType::Object {
            attributes: names
                .map(|name| (name.to_owned(), ValueType::String))
                .collect(),
            optional: Default::default(),
        }
    }

    /// The identity of a resource with this id. Its parts are null if the id has another form.
    pub(crate) fn of_id(&self, id: &str) -> Value {
        let found = self.form.as_ref().and_then(|form| form.split(id));
        let found = found.unwrap_or_default();
        let parts = self.parts.iter().map(|(name, input)| {
            let part = found.iter().find(|(known, _)| known == input);
            let value = part.map_or(Value::Null, |(_, text)| Value::from(*text));
            (name.clone(), value)
        });
        Value::Map(parts.chain([(ID.to_owned(), id.into())]).collect())
    }

    /// The id in an identity.
    ///
    /// # Errors
    /// If the identity has neither the id nor all its parts, or a part that its id does not have.
    pub(crate) fn id(&self, identity: &Value) -> Result<String, String> {
        let text = |name: &str| match identity.member(name)? {
            Value::String(text) => Some(text.as_str()),
            _ => None,
        };
        if let Some(id) = text(ID) {
            return self.with_parts(id.to_owned(), text);
        }
        let parts = self.parts.iter();
        let inputs: PropertyMap = parts
            .filter_map(|(name, input)| Some((input.clone(), text(name)?.into())))
            .collect();
        let form = self.form.as_ref();
        let id = form.and_then(|form| form.of(&inputs)).ok_or_else(|| {
            let names: Vec<&str> = self.parts.keys().map(String::as_str).collect();
            match names.as_slice() {
                [] => "the identity has no `id`".to_owned(),
                names => format!(
                    "the identity needs `id`, or each of `{}`",
                    names.join("`, `")
                ),
            }
        })?;
        self.with_parts(id, text)
    }

    /// The id, if it has each part that is given.
    fn with_parts<'a>(
        &self,
        id: String,
        given: impl Fn(&str) -> Option<&'a str>,
    ) -> Result<String, String> {
        let Some(form) = &self.form else {
            return Ok(id);
        };
        let found = form.split(&id).unwrap_or_default();
        for (name, input) in &self.parts {
            let Some(part) = given(name) else { continue };
            if !found.contains(&(input.as_str(), part)) {
                return Err(format!(
                    "`{name}` of the identity is `{}`, and the id `{}` is read with another `{name}`: ids have the form `{}`\n\
                     hint: give `id` alone",
                    Excerpt::name(part),
                    Excerpt::id(&id),
                    form.as_str()
                ));
            }
        }
        Ok(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_without_a_form_of_ids_is_identified_by_its_id() {
        let identity = Identity::default();
        let value = identity.of_id("i-1");
        assert_eq!(identity.id(&value), Ok("i-1".to_owned()));
        let attributes = identity.message().identity_attributes;
        assert_eq!(attributes.len(), 1);
        assert!(attributes[0].required_for_import);
        let error = identity.id(&Value::Null).expect_err("no id");
        assert_eq!(error, "the identity has no `id`");
    }
}
