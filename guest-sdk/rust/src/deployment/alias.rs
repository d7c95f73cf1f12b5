//! What a resource was before.

use std::fmt::Display;

use super::declared::{Declared, DeclaredList};

/// A name, type or place that a resource had before, so that the engine takes it for the same one. What is not said is as it
/// is now. The resource has to have been below a component of the package: the host refuses an alias of any other one.
#[derive(Clone, Debug, Default)]
pub struct Alias {
    /// A whole URN; else the parts.
    urn: Option<String>,
    parts: Vec<(&'static str, String)>,
}

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
        Self::default().with("name", name)
    }

    /// The type token that the resource had.
    pub fn token(token: impl Display) -> Self {
        Self::default().with("type", token)
    }

    /// The URN of the parent that the resource had.
    pub fn parent(urn: impl Display) -> Self {
        Self::default().with("parentUrn", urn)
    }

    /// Both at once: another name, and another parent.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.parts.extend(other.parts);
        self.urn = self.urn.or(other.urn);
        self
    }

    fn with(mut self, name: &'static str, value: impl Display) -> Self {
        self.parts.push((name, value.to_string()));
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
