//! A look-up as the engine gets it, and what was found.

use std::collections::{BTreeMap, BTreeSet};

use crate::value::PropertyMap;

/// The ways to look something up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LookupKind {
    /// A resource that exists, by its id: the argument `id`. The others are what its provider needs besides.
    Read,
    /// The result of a function.
    #[default]
    Invoke,
    /// The result of a method, with the resource as the argument `__self__`.
    Method,
    /// The outputs of a resource that came in as a reference: the argument `resource`.
    Reference,
}

impl LookupKind {
    /// The kind by the word that guests have for it.
    #[must_use]
    pub fn named(word: &str) -> Option<Self> {
        match word {
            "read" => Some(Self::Read),
            "invoke" => Some(Self::Invoke),
            "method" => Some(Self::Method),
            "reference" => Some(Self::Reference),
            _ => None,
        }
    }
}

/// A look-up as the engine gets it. All arguments are known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LookupRequest {
    pub kind: LookupKind,
    pub token: String,
    pub name: String,
    /// The id of a resource that is read, and the URN of one that is referred to; empty otherwise.
    pub subject: String,
    /// May be secret at any depth.
    pub arguments: PropertyMap,
    /// The URNs that each argument depends on.
    pub argument_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The URN of the resource whose providers are used.
    pub parent: String,
    /// A provider as `urn::id`; empty for the inherited one.
    pub provider: String,
    /// The URNs that have to be there before.
    pub dependencies: BTreeSet<String>,
    /// The place in the author's source, for messages; may be empty.
    pub position: String,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LookupResult {
    /// The URN of a resource; empty for the result of a function.
    pub urn: String,
    /// The id of a resource; `None` where it is not known, and for a component.
    pub id: Option<String>,
    pub outputs: PropertyMap,
    /// The URNs that each output of a method depends on.
    pub output_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// Whether nothing was looked up, because that cannot be known yet.
    pub is_unknown: bool,
}
