//! The names that a module imports.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// Names, noted where a writer writes them. A description or a key that has such a word in it by chance imports nothing.
#[derive(Debug, Default)]
pub(super) struct Imports(RefCell<BTreeSet<&'static str>>);

impl Imports {
    /// The name, which the module imports from now on.
    pub(super) fn with(&self, name: &'static str) -> &'static str {
        self.0.borrow_mut().insert(name);
        name
    }

    /// Whether the module imports the name.
    pub(super) fn have(&self, name: &str) -> bool {
        self.0.borrow().contains(name)
    }
}
