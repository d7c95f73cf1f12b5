//! The comparison that a `diff` function may correct.

use crate::fields::lazy::Lazy;
use crate::resource::state::ResourceState;
use crate::value::path::{AsPath, is_at_or_below};

/// The planned changes, and the host's judgement of them.
#[derive(Debug)]
#[non_exhaustive]
pub struct Diff<R: ResourceState> {
    /// The resource's id.
    pub id: String,
    /// The recorded state. In a refresh it is the state that was just read.
    pub old: Lazy<R>,
    /// The recorded inputs.
    pub old_inputs: Lazy<R::Draft>,
    /// The new inputs. In a refresh these are the recorded inputs.
    pub inputs: Lazy<R::Draft>,
    /// Whether a replacement must delete the old resource first. It begins as the host's answer: by the option
    /// `delete_before_replace`, and by names that cannot be there twice.
    pub delete_before_replace: bool,
    pub(crate) differences: Vec<Difference>,
}

/// A property that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The property's path, such as `tags["a.b"]`.
    pub path: String,
    /// Its change.
    pub change: Change,
    /// Whether the change requires a replacement.
    pub replaces: bool,
}

/// The change of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// The property is new.
    Added,
    /// The property was removed.
    Removed,
    /// The property has another value.
    Changed,
}

impl<R: ResourceState> Diff<R> {
    /// The differences that count so far. An empty list means that the resource does not change.
    pub fn differences(&self) -> &[Difference] {
        &self.differences
    }

    /// Whether the property, or anything inside it, differs: `diff.differs(Zone::RULES)`.
    pub fn differs(&self, property: impl AsPath) -> bool {
        let path = property.path();
        let mut differences = self.differences.iter();
        differences.any(|difference| is_at_or_below(&difference.path, &path))
    }

    /// The property, and everything inside it, counts as the same.
    pub fn ignore(&mut self, property: impl AsPath) {
        let path = property.path();
        self.differences
            .retain(|difference| !is_at_or_below(&difference.path, &path));
    }

    /// A change of the property, or of anything inside it, needs a new resource. If it does not differ, it
    /// counts as changed from now on.
    pub fn replace(&mut self, property: impl AsPath) {
        self.mark(property.path(), true);
    }

    /// A change of the property, or of anything inside it, is made in place. If it does not differ, it
    /// counts as changed from now on.
    pub fn update(&mut self, property: impl AsPath) {
        self.mark(property.path(), false);
    }

    fn mark(&mut self, path: String, replaces: bool) {
        let mut found = false;
        for difference in self
            .differences
            .iter_mut()
            .filter(|difference| is_at_or_below(&difference.path, &path))
        {
            difference.replaces = replaces;
            found = true;
        }
        if !found {
            self.differences.push(Difference {
                path,
                change: Change::Changed,
                replaces,
            });
        }
    }
}
