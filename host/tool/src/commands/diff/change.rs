//! A difference between two versions.

use super::dialect::Dialect;

/// The effect on programs and stacks that use the package.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Weight {
    /// Programs have to be changed, or resources change that no user touched.
    Breaking,
    /// Something new that programs need not use.
    Addition,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) weight: Weight,
    /// The subject: a token, or `provider`.
    pub(super) subject: String,
    /// The place in it: `inputs.label`; empty for all of it.
    pub(super) place: String,
    /// The change, as a sentence.
    pub(super) what: String,
    /// A step that makes the change easier for users.
    pub(super) help: Option<String>,
}

/// Collects the changes of one subject.
pub(super) struct Notes<'a> {
    pub(super) subject: &'a str,
    /// The terms for hints.
    pub(super) dialect: Dialect,
    pub(super) found: &'a mut Vec<Change>,
}

impl Notes<'_> {
    pub(super) fn breaking(&mut self, place: &str, what: impl Into<String>) -> &mut Change {
        self.add(Weight::Breaking, place, what.into())
    }

    pub(super) fn addition(&mut self, place: &str, what: impl Into<String>) -> &mut Change {
        self.add(Weight::Addition, place, what.into())
    }

    fn add(&mut self, weight: Weight, place: &str, what: String) -> &mut Change {
        let at = self.found.len();
        self.found.push(Change {
            weight,
            subject: self.subject.to_owned(),
            place: place.to_owned(),
            what,
            help: None,
        });
        &mut self.found[at]
    }
}

impl Change {
    pub(super) fn help(&mut self, help: impl Into<String>) {
        self.help = Some(help.into());
    }
}
