//! Properties that authors name: constants that the derives write, and paths that begin with them.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::marker::PhantomData;

use crate::property::Json;
use crate::value::Value;
use crate::value::path::PropertyPath;

/// The name of a property of `Owner`, with the type of its field. The derives write one for each field:
/// `Zone::RECORD_TYPE` for the field `record_type`.
///
/// It is the place of a failure, alone or as the beginning of a path:
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
///
/// #[derive(Object, Clone)]
/// struct Rule {
///     port: u16,
/// }
///
/// #[derive(Resource)]
/// struct Firewall {
///     rules: Vec<Rule>,
/// }
///
/// fn check(cx: &CheckContext) {
///     cx.fail(Firewall::RULES, "are too many");
///     cx.fail(Firewall::RULES.index(2).field(Rule::PORT), "is taken");
/// }
/// ```
pub struct PropertyName<Owner, T> {
    name: &'static str,
    types: PhantomData<fn() -> (Owner, T)>,
}

impl<Owner, T> PropertyName<Owner, T> {
    #[doc(hidden)]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            types: PhantomData,
        }
    }

    /// The name as programs write it, in camel case.
    pub const fn as_str(self) -> &'static str {
        self.name
    }

    /// The element at this position of a list, from 0.
    pub fn index(self, index: usize) -> Path<T::Element>
    where
        T: Elements,
    {
        self.start().index(index)
    }

    /// The entry of a map.
    pub fn key(self, key: &str) -> Path<T::Entry>
    where
        T: Entries,
    {
        self.start().key(key)
    }

    /// The property of an object.
    pub fn field<Object, F>(self, name: PropertyName<Object, F>) -> Path<F>
    where
        T: Fields<Object>,
    {
        self.start().field(name)
    }

    fn start(self) -> Path<T> {
        Path::new(PropertyPath::Root.key(self.name).to_string())
    }
}

impl<Owner, T> Clone for PropertyName<Owner, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Owner, T> Copy for PropertyName<Owner, T> {}

impl<Owner, T> fmt::Debug for PropertyName<Owner, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("PropertyName")
            .field(&self.name)
            .finish()
    }
}

/// The place of a value of type `T` in the properties, such as `rules[2].port`. It begins with a [`PropertyName`].
pub struct Path<T> {
    text: String,
    kind: PhantomData<fn() -> T>,
}

impl<T> Path<T> {
    fn new(text: String) -> Self {
        Self {
            text,
            kind: PhantomData,
        }
    }

    /// The element at this position of a list, from 0.
    #[must_use]
    pub fn index(&self, index: usize) -> Path<T::Element>
    where
        T: Elements,
    {
        Path::new(format!("{}[{index}]", self.text))
    }

    /// The entry of a map.
    #[must_use]
    pub fn key(&self, key: &str) -> Path<T::Entry>
    where
        T: Entries,
    {
        Path::new(self.below(key))
    }

    /// The property of an object.
    #[must_use]
    pub fn field<Object, F>(&self, name: PropertyName<Object, F>) -> Path<F>
    where
        T: Fields<Object>,
    {
        Path::new(self.below(name.name))
    }

    fn below(&self, key: &str) -> String {
        let end = PropertyPath::Root.key(key).to_string();
        let separator = if end.starts_with('[') { "" } else { "." };
        format!("{}{separator}{end}", self.text)
    }
}

impl<T> Clone for Path<T> {
    fn clone(&self) -> Self {
        Self::new(self.text.clone())
    }
}

impl<T> fmt::Display for Path<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl<T> fmt::Debug for Path<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Path").field(&self.text).finish()
    }
}

/// All properties together: the path of a failure that concerns no single property.
#[derive(Clone, Copy, Debug)]
pub struct Whole;

/// The subject of a failure or of a difference: a [`PropertyName`], a [`Path`], or the [`Whole`].
#[diagnostic::on_unimplemented(
    message = "name a property by the constant of its field, not by a text",
    label = "write the constant, such as `Zone::NAME` for the field `name` of `Zone`",
    note = "inside: `Zone::RULES.index(2).field(Rule::PORT)`; for all properties together: `Whole`"
)]
pub trait AsPath {
    /// The path as Pulumi reads it; empty for the whole.
    fn path(self) -> String;
}

impl<Owner, T> AsPath for PropertyName<Owner, T> {
    fn path(self) -> String {
        self.start().text
    }
}

impl<T> AsPath for Path<T> {
    fn path(self) -> String {
        self.text
    }
}

impl<T> AsPath for &Path<T> {
    fn path(self) -> String {
        self.text.clone()
    }
}

impl AsPath for Whole {
    fn path(self) -> String {
        String::new()
    }
}

impl<Owner, T> From<PropertyName<Owner, T>> for String {
    fn from(name: PropertyName<Owner, T>) -> Self {
        AsPath::path(name)
    }
}

impl<T> From<Path<T>> for String {
    fn from(path: Path<T>) -> Self {
        path.text
    }
}

/// A list: [`PropertyName::index`] selects an element.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a list, so it has no `index`")]
pub trait Elements {
    /// The type of the elements.
    type Element;
}

/// A map: [`PropertyName::key`] selects an entry.
#[diagnostic::on_unimplemented(message = "`{Self}` is not a map, so it has no `key`")]
pub trait Entries {
    /// The type of the entries.
    type Entry;
}

/// An object with the properties of `Object`: [`PropertyName::field`] selects one. The derives of `Object` and `Union`
/// write it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have this property",
    note = "an element of a list has them: write `.index(…)` before `.field(…)`"
)]
pub trait Fields<Object> {}

impl<T> Elements for Vec<T> {
    type Element = T;
}

impl Elements for Json {
    type Element = Self;
}

impl<T> Entries for BTreeMap<String, T> {
    type Entry = T;
}

impl<T, S> Entries for HashMap<String, T, S> {
    type Entry = T;
}

impl Entries for Json {
    type Entry = Self;
}

macro_rules! through {
    ($($outer:ident),*) => {$(
        impl<T: Elements> Elements for $outer<T> {
            type Element = T::Element;
        }

        impl<T: Entries> Entries for $outer<T> {
            type Entry = T::Entry;
        }

        impl<Object, T: Fields<Object>> Fields<Object> for $outer<T> {}
    )*};
}

through!(Option, Box, Value);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    #[derive(Object, Clone)]
    struct Rule {
        port: u16,
        labels: BTreeMap<String, String>,
    }

    #[derive(Object, Clone)]
    struct Host {
        address: String,
    }

    #[derive(Union, Clone)]
    enum Target {
        Host(Host),
        Rule(Rule),
    }

    #[derive(Resource)]
    #[allow(dead_code, reason = "only its names are used")]
    struct Zone {
        record_type: String,
        #[property(name = "odd.name")]
        r#type: Option<Rule>,
        rules: Option<Vec<Rule>>,
        targets: Vec<Target>,
        anything: Json,
    }

    #[test]
    fn paths_begin_with_a_field_and_go_on_by_the_types() {
        for (found, expected) in [
            (Zone::RECORD_TYPE.path(), "recordType"),
            (Zone::TYPE.path(), "[\"odd.name\"]"),
            (Zone::TYPE.field(Rule::PORT).path(), "[\"odd.name\"].port"),
            (
                Zone::RULES.index(2).field(Rule::PORT).path(),
                "rules[2].port",
            ),
            (
                Zone::RULES.index(0).field(Rule::LABELS).key("a.b").path(),
                "rules[0].labels[\"a.b\"]",
            ),
            (
                Zone::TARGETS.index(1).field(Host::ADDRESS).path(),
                "targets[1].address",
            ),
            (Zone::ANYTHING.key("a").index(3).path(), "anything.a[3]"),
            (AsPath::path(Whole), ""),
        ] {
            assert_eq!(found, expected);
        }
        assert_eq!(Zone::RECORD_TYPE.as_str(), "recordType");
    }
}
