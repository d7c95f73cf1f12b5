//! The named types of a schema: objects and enums.

use std::any::type_name;
use std::collections::BTreeMap;

use serde_json::{Value as JsonValue, json};

use crate::fields::{Properties, PropertyMap};
use crate::property::Choice;
use crate::schema::{deprecate, describe, object_schema};

/// The named types that a schema has so far. [`Property::schema`](crate::Property::schema) adds to it.
#[derive(Debug)]
pub struct Types {
    package: String,
    /// Schema by token, with the Rust type that it was made from.
    types: BTreeMap<String, (&'static str, JsonValue)>,
    problems: Vec<String>,
}

impl Types {
    pub(crate) fn new(package: &str) -> Self {
        Self {
            package: package.to_owned(),
            types: BTreeMap::new(),
            problems: Vec::new(),
        }
    }

    /// A reference to the object type `T`, which is added where it is new.
    #[doc(hidden)]
    pub fn object<T: Properties>(
        &mut self,
        token: Option<&str>,
        name: &str,
        description: &str,
    ) -> JsonValue {
        self.reference::<T>(token, name, |types| {
            let mut schema = object_schema(T::FIELDS, types);
            describe(&mut schema, description);
            schema
        })
    }

    /// A reference to the enum type `T`, which is added where it is new.
    #[doc(hidden)]
    pub fn choice<T: Choice>(
        &mut self,
        token: Option<&str>,
        name: &str,
        description: &str,
    ) -> JsonValue {
        self.reference::<T>(token, name, |_| {
            let mut schema = PropertyMap::new();
            describe(&mut schema, description);
            let choices = T::CHOICES.iter().map(|(row, _)| {
                let mut choice = PropertyMap::new();
                choice.insert("name".to_owned(), row.name.into());
                choice.insert("value".to_owned(), row.value.into());
                describe(&mut choice, row.description);
                deprecate(&mut choice, row.deprecated);
                JsonValue::Object(choice)
            });
            schema.insert("enum".to_owned(), choices.collect());
            schema.insert("type".to_owned(), "string".into());
            schema
        })
    }

    fn reference<T>(
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
        // Only these two characters of a token have a meaning inside a reference.
        json!({ "$ref": format!("#/types/{}", token.replace('%', "%25").replace('/', "%2F")) })
    }

    /// The token given, or the one that follows from the package and the name.
    pub(crate) fn token(&self, token: Option<&str>, name: &str) -> String {
        token.map_or_else(|| format!("{}:index:{name}", self.package), str::to_owned)
    }

    pub(crate) fn problem(&mut self, problem: String) {
        self.problems.push(problem);
    }

    /// The types, or everything that was found wrong.
    pub(crate) fn finish(self) -> Result<PropertyMap, Vec<String>> {
        if self.problems.is_empty() {
            Ok(self
                .types
                .into_iter()
                .map(|(token, (_, schema))| (token, schema))
                .collect())
        } else {
            Err(self.problems)
        }
    }
}
