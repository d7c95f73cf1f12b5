//! Scopes of identifiers, and the faults that are found in them.

use std::collections::BTreeMap;
use std::fmt;

use super::language::Language;
use crate::schema::parse::reader::Members;

/// The maximum number of reported faults.
const MAX_FAULTS: usize = 100;

/// A part of a schema whose generated code does not compile or hides another part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SdkFault {
    /// The place in the schema, as a JSON pointer.
    pub place: String,
    /// The fault, as a sentence without the languages.
    pub message: String,
    /// The languages whose SDK is broken, each with the identifier in question; empty if it is not about an identifier.
    pub languages: Vec<(Language, String)>,
}

impl fmt::Display for SdkFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.message)?;
        for (index, (language, identifier)) in self.languages.iter().enumerate() {
            let separator = if index == 0 {
                "; the SDK is broken in"
            } else {
                ","
            };
            write!(formatter, "{separator} {}", language.title())?;
            if !identifier.is_empty() {
                write!(formatter, " (`{identifier}`)")?;
            }
        }
        Ok(())
    }
}

/// The faults that were found, and the languages that matter.
pub(super) struct Faults<'l> {
    pub(super) languages: &'l [Language],
    found: Vec<SdkFault>,
    /// The position of a fault by its place and message, because one report covers all languages.
    positions: BTreeMap<(String, String), usize>,
    /// Properties that get another name in .NET, by their places.
    renamed: Vec<(String, String)>,
}

impl<'l> Faults<'l> {
    pub(super) fn of(languages: &'l [Language]) -> Self {
        Self {
            languages,
            found: Vec::new(),
            positions: BTreeMap::new(),
            renamed: Vec::new(),
        }
    }

    /// Records a property that needs another name in .NET.
    pub(super) fn rename(&mut self, place: &str, name: &str) {
        self.renamed.push((place.to_owned(), name.to_owned()));
    }

    pub(super) fn renamed(self) -> Vec<(String, String)> {
        self.renamed
    }

    /// Adds a fault in one language. `identifier` is empty if the fault is not about an identifier.
    pub(super) fn add(&mut self, language: Language, place: &str, message: &str, identifier: &str) {
        if !self.languages.contains(&language) {
            return;
        }
        let key = (place.to_owned(), message.to_owned());
        let found = (language, identifier.to_owned());
        if let Some(fault) = self
            .positions
            .get(&key)
            .and_then(|at| self.found.get_mut(*at))
        {
            if !fault.languages.contains(&found) {
                fault.languages.push(found);
            }
            return;
        }
        if self.found.len() == MAX_FAULTS {
            return;
        }
        self.positions.insert(key, self.found.len());
        self.found.push(SdkFault {
            place: place.to_owned(),
            message: message.to_owned(),
            languages: vec![found],
        });
    }

    pub(super) fn finish(self) -> Vec<SdkFault> {
        self.found
    }
}

/// The identifiers of one scope in one language, each with its name in the schema.
#[derive(Default)]
pub(super) struct Scope(BTreeMap<String, String>);

impl Scope {
    /// Declares an identifier. The same name may come twice, as an input and an output do.
    pub(super) fn declare(
        &mut self,
        faults: &mut Faults<'_>,
        language: Language,
        identifier: String,
        name: &str,
        place: &str,
    ) {
        match self.0.get(&identifier) {
            Some(other) if other != name => {
                let message = format!("`{name}` gets the name of `{other}` in generated SDKs");
                faults.add(language, place, &message, &identifier);
            }
            Some(_) => {}
            None => {
                self.0.insert(identifier, name.to_owned());
            }
        }
    }

    pub(super) fn has(&self, identifier: &str) -> bool {
        self.0.contains_key(identifier)
    }
}

/// Whether a name becomes a valid identifier. Go exports only those that begin with a capital letter.
pub(super) fn is_declarable(language: Language, identifier: &str) -> bool {
    language.is_identifier(identifier)
        && (language != Language::Go || identifier.starts_with(char::is_uppercase))
}

/// The message about a name that does not become an identifier.
pub(super) fn no_identifier(name: &str) -> String {
    format!(
        "`{}` does not become an identifier in generated SDKs",
        name.escape_debug()
    )
}

/// The message about a name that generated code uses itself.
pub(super) fn taken(name: &str) -> String {
    format!("`{name}` gets a name that generated SDKs use themselves")
}

/// An object among the members.
pub(super) fn object<'d>(members: &'d Members, key: &str) -> Option<&'d Members> {
    members.get(key)?.as_object()
}
