//! Lists whose order counts.

use super::walk::Walk;
use crate::failure::DifferenceKind;
use crate::schema::expected::Expected;
use crate::schema::location::Location;
use crate::schema::matching::{DEEPEST, Extras, Matcher};
use crate::schema::rules::Comparison;
use crate::schema::types::Type;
use crate::value::PropertyValue;

impl Walk<'_> {
    /// Two lists, each of a type with these elements.
    ///
    /// Differences are told by place, as the engine shows them: after an element that comes or
    /// goes all others are at another place. They are the same elements all the same, so that a part of theirs that
    /// cannot change in place does not replace the resource. Such a list is told of as a whole: of a part that
    /// replaces, generated SDKs tell the engine as well, which would replace because of its path.
    pub(super) fn list(
        &mut self,
        expected: Expected,
        items: &Type,
        old: &[PropertyValue],
        new: &[PropertyValue],
        place: &Location,
        replace: bool,
    ) {
        let items = expected.items(items);
        if expected.rules.compare.has(Comparison::Set) {
            self.set(items, old, new, place, replace);
            return;
        }
        let mut told = Walk {
            vanished: self.vanished,
            ..Walk::new(self.types, self.depth)
        };
        for at in 0..old.len().max(new.len()) {
            told.optional(items, old.get(at), new.get(at), &place.index(at), replace);
        }
        let differences = told.differences;
        if !replace
            && self.depth < DEEPEST
            && differences.iter().any(|told| told.replace)
            && !(self.elements_replace(items, old, new) && self.elements_replace(items, new, old))
        {
            self.tell(DifferenceKind::Change, place, false);
            return;
        }
        for told in differences {
            self.add(told);
        }
    }

    /// Whether elements differ in parts that cannot change in place, each compared with its counterpart on the other
    /// side.
    fn elements_replace(
        &self,
        items: Expected,
        old: &[PropertyValue],
        new: &[PropertyValue],
    ) -> bool {
        let matcher = Matcher::within(self.types, items, Extras::Computed, self.depth);
        let mut walk = Walk::new(self.types, self.depth.saturating_add(1));
        // The program's element is the given one: it leaves to the server what it does not say.
        for pair in matcher.align_by_likeness(new, old) {
            let old = pair.found.and_then(|at| old.get(at));
            let new = pair.given.and_then(|at| new.get(at));
            walk.optional(items, old, new, &Location::TOP, false);
        }
        walk.differences.iter().any(|told| told.replace)
    }
}
