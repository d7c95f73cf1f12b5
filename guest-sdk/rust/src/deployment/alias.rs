//! Aliases: earlier names, types and parents of a resource.

use std::fmt::Display;

use super::declared::{Declared, DeclaredList, Expressible};
use crate::encoding::{Encoder, Text};
use crate::error::PropertyFailure;
use crate::value::path::PropertyPath;

/// An earlier name, type or parent of a resource. The engine finds the resource in the state with it. A part that is
/// not set is the same as today. The host refuses an alias of a resource that was not below a component of the package.
#[derive(Clone, Debug, Default)]
pub struct Alias {
    /// A whole URN; else the parts.
    urn: Option<String>,
    parts: Vec<(&'static str, Part)>,
}

/// A part of an alias, as it is declared.
#[derive(Clone, Debug)]
struct Part(Result<String, PropertyFailure>);

impl Alias {
    /// The URN that the resource had.
    pub fn urn(urn: impl Display) -> Self {
        Self {
            urn: Some(urn.to_string()),
            ..Self::default()
        }
    }

    /// The name in full that the resource had.
    pub fn name(name: impl Display) -> Self {
        Self::default().with("name", &name.to_string())
    }

    /// The type token that the resource had.
    pub fn token(token: impl Display) -> Self {
        Self::default().with("type", &token.to_string())
    }

    /// The parent that the resource had: its URN, or a group or another child of the component.
    ///
    /// ```
    /// # use pulumi_wasm_provider::prelude::*;
    /// # fn example(cx: &ComponentContext, group: &Child) -> Result<Child> {
    /// let moved = cx.options().alias(&Alias::parent(group));
    /// moved.child("policy", "aws:s3/bucketPolicy:BucketPolicy", ())
    /// # }
    /// ```
    pub fn parent(parent: &(impl Expressible + ?Sized)) -> Self {
        Self::default().with("parentUrn", parent)
    }

    /// Both another name and another parent.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.parts.extend(other.parts);
        self.urn = self.urn.or(other.urn);
        self
    }

    fn with(mut self, name: &'static str, value: &(impl Expressible + ?Sized)) -> Self {
        let mut into = Encoder::default();
        let told = value.express(&mut into, &PropertyPath::Root);
        self.parts.push((name, Part(told.map(|()| into.finish()))));
        self
    }

    /// Adds it to a list of aliases.
    pub(super) fn add_to(&self, aliases: &mut DeclaredList) {
        if let Some(urn) = &self.urn {
            aliases.push(urn);
            return;
        }
        let mut alias = Declared::default();
        for (name, value) in &self.parts {
            alias.put(name, value);
        }
        aliases.push(&alias);
    }
}

impl Expressible for Part {
    fn express(&self, into: &mut Encoder, _: &PropertyPath<'_>) -> Result<(), PropertyFailure> {
        into.piece(&Text::new(self.0.clone()?).value()?);
        Ok(())
    }
}
