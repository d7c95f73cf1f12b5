//! The named types of a schema: objects and enums.

use std::any::type_name;
use std::collections::BTreeMap;

use serde_json::{Value as JsonValue, json};

use crate::manifest::annotations::describe;
use crate::value::map::{PropertyMap, map_of};

/// The named types that a schema has so far. [`Property::schema`](crate::Property::schema) adds to it.
#[derive(Debug)]
pub struct Types {
    package: String,
    /// Schema by token, with the Rust type that it was made from.
    types: BTreeMap<String, (&'static str, JsonValue)>,
    /// Rules by token, for the manifest.
    rules: PropertyMap,
    /// The tags of the variants of unions, by token.
    tags: BTreeMap<String, Tag>,
    /// How often each type is referred to.
    uses: BTreeMap<String, usize>,
    problems: Vec<String>,
}

/// The property that distinguishes the variants of a union.
#[derive(Clone, Debug, PartialEq)]
struct Tag {
    property: String,
    value: String,
    description: String,
    /// How often the type is referred to as a variant.
    uses: usize,
}

/// The named types of a schema, and their rules.
#[derive(Debug)]
pub(crate) struct Named {
    pub(crate) schemas: PropertyMap,
    pub(crate) rules: PropertyMap,
}

impl Types {
    pub(crate) fn new(package: &str) -> Self {
        Self {
            package: package.to_owned(),
            types: BTreeMap::new(),
            rules: PropertyMap::new(),
            tags: BTreeMap::new(),
            uses: BTreeMap::new(),
            problems: Vec::new(),
        }
    }

    /// Notes that a type is a variant of a union, with this tag.
    pub(crate) fn tag(&mut self, reference: &str, property: &str, value: &str, description: &str) {
        let token = token_of(reference);
        let new = Tag {
            property: property.to_owned(),
            value: value.to_owned(),
            description: description.to_owned(),
            uses: 0,
        };
        let tag = self
            .tags
            .entry(token.clone())
            .or_insert_with(|| new.clone());
        tag.uses += 1;
        if (&tag.property, &tag.value) != (&new.property, &new.value) {
            let (one, other) = (&tag.value, &new.value);
            let problem = format!(
                "`{token}` is a variant with the tag `{one}` and one with the tag `{other}`"
            );
            self.problem(problem);
        }
    }

    /// A reference to the type `T`, whose schema is created if it is new.
    pub(crate) fn reference<T>(
        &mut self,
        token: Option<&str>,
        name: &str,
        schema: impl FnOnce(&mut Self) -> PropertyMap,
    ) -> JsonValue {
        let token = self.token(token, name);
        match self.types.get(&token) {
            Some((other, _)) if *other == type_name::<T>() => {}
            Some((other, _)) => {
                let (other, this) = (*other, type_name::<T>());
                self.problem(format!(
                    "`{token}` would be both `{other}` and `{this}`; give one of them a `token`"
                ));
            }
            None => {
                // First the name, so that a type that contains itself finds it.
                self.types
                    .insert(token.clone(), (type_name::<T>(), JsonValue::Null));
                let schema = JsonValue::Object(schema(self));
                self.types.insert(token.clone(), (type_name::<T>(), schema));
            }
        }
        *self.uses.entry(token.clone()).or_default() += 1;
        json!({ "$ref": Self::reference_to("types", &token) })
    }

    /// Notes the rules of a type, for the manifest.
    pub(crate) fn add_rules(&mut self, token: String, rules: PropertyMap) {
        self.rules.insert(token, rules.into());
    }

    /// A reference to a part of the same schema.
    pub(crate) fn reference_to(part: &str, token: &str) -> String {
        // These two characters of a token have a meaning inside a reference.
        let token = token.replace('%', "%25").replace('/', "%2F");
        format!("#/{part}/{token}")
    }

    /// The given token, or the token that follows from the package and the name. A token without a package belongs to
    /// this package.
    pub(crate) fn token(&self, token: Option<&str>, name: &str) -> String {
        match token {
            Some(token) if token.starts_with(':') => format!("{}{token}", self.package),
            Some(token) => token.to_owned(),
            None => format!("{}:index:{name}", self.package),
        }
    }

    /// Notes a problem once: an input is often an output, too.
    pub(crate) fn problem(&mut self, problem: String) {
        if !self.problems.contains(&problem) {
            self.problems.push(problem);
        }
    }

    /// The types, or everything that was found wrong.
    pub(crate) fn finish(mut self) -> Result<Named, Vec<String>> {
        for (token, tag) in std::mem::take(&mut self.tags) {
            self.add_tag(&token, &tag);
        }
        if !self.problems.is_empty() {
            return Err(self.problems);
        }
        let mut schemas = self
            .types
            .into_iter()
            .map(|(token, (_, schema))| (token, schema));
        Ok(Named {
            schemas: map_of(&mut schemas),
            rules: self.rules,
        })
    }

    /// Adds the tag property to a variant.
    fn add_tag(&mut self, token: &str, tag: &Tag) {
        let Tag {
            property,
            value,
            description,
            uses,
        } = tag;
        if self.uses.get(token).is_some_and(|all| all > uses) {
            self.problem(format!(
                "`{token}` is a variant with the tag `{property}`, and a property by itself, which has no tag; use two types"
            ));
        }
        let Some((_, JsonValue::Object(schema))) = self.types.get_mut(token) else {
            return;
        };
        let mut tagged = PropertyMap::new();
        tagged.insert("type".to_owned(), "string".into());
        tagged.insert("const".to_owned(), value.as_str().into());
        describe(&mut tagged, description);
        let properties = schema.entry("properties").or_insert_with(|| json!({}));
        let taken = properties.get(property.as_str()).is_some();
        if let Some(properties) = properties.as_object_mut() {
            properties.insert(property.clone(), tagged.into());
        }
        let required = schema.entry("required").or_insert_with(|| json!([]));
        if let Some(required) = required.as_array_mut() {
            required.insert(0, property.as_str().into());
        }
        if taken {
            self.problem(format!(
                "`{token}` has a property `{property}`, which is the tag of its union: remove it, because the union adds it"
            ));
        }
    }
}

/// The token in a reference to a type.
fn token_of(reference: &str) -> String {
    let token = reference.strip_prefix("#/types/").unwrap_or(reference);
    token.replace("%2F", "/").replace("%25", "%")
}
