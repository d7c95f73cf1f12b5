//! The place in a property map during a walk. It allocates only if the path is needed.

use std::collections::BTreeSet;

use crate::value::property_path::{PathElement, PropertyPath};

/// One step of a walk, linked to the steps before it.
#[derive(Clone, Copy)]
pub(crate) struct Location<'a> {
    parent: Option<&'a Location<'a>>,
    step: LocationStep<'a>,
    /// Whether the value at this place belongs to a secret.
    hidden: bool,
}

#[derive(Clone, Copy)]
enum LocationStep<'a> {
    Top,
    /// A name from the schema.
    Property(&'a str),
    /// A name from the data, which is secret if the data are.
    Key(&'a str),
    Index(usize),
}

impl<'a> Location<'a> {
    /// The property map as a whole.
    pub(crate) const TOP: Location<'static> = Location {
        parent: None,
        step: LocationStep::Top,
        hidden: false,
    };

    /// Whether this is the property map as a whole.
    pub(crate) fn is_top(&self) -> bool {
        self.parent.is_none()
    }

    /// A property that the schema declares.
    pub(crate) fn property(&'a self, name: &'a str) -> Location<'a> {
        self.step(LocationStep::Property(name))
    }

    /// A key that the schema does not know by name.
    pub(crate) fn key(&'a self, name: &'a str) -> Location<'a> {
        self.step(LocationStep::Key(name))
    }

    /// An element of a list.
    pub(crate) fn index(&'a self, index: usize) -> Location<'a> {
        self.step(LocationStep::Index(index))
    }

    fn step(&'a self, step: LocationStep<'a>) -> Location<'a> {
        Location {
            parent: Some(self),
            step,
            hidden: self.hidden,
        }
    }

    /// The same place, when the value is a secret.
    pub(crate) fn hide(self, hidden: bool) -> Location<'a> {
        Location {
            hidden: self.hidden || hidden,
            ..self
        }
    }

    /// Whether the value here is a secret, or part of one.
    pub(crate) fn is_hidden(&self) -> bool {
        self.hidden
    }

    /// Whether the name that leads here is itself part of a secret.
    pub(crate) fn has_hidden_name(&self) -> bool {
        matches!(self.step, LocationStep::Key(_)) && self.parent.is_some_and(Location::is_hidden)
    }

    /// The path to show: it ends before the first name that is part of a secret or that no path can contain.
    pub(crate) fn path(&self) -> PropertyPath {
        let shown = self
            .steps()
            .into_iter()
            .take_while(|place| !place.ends_path());
        shown
            .filter_map(Location::element)
            .fold(PropertyPath::default(), |path, element| {
                match element {
                    // A path begins with a key: lists are never at the top.
                    PathElement::Key(key) if path.elements().is_empty() => PropertyPath::root(&key),
                    PathElement::Key(key) => path.key(&key),
                    PathElement::Index(index) => path.index(index),
                }
            })
    }

    /// Whether [`Location::path`] leaves anything out.
    pub(crate) fn is_cut(&self) -> bool {
        self.steps().into_iter().any(Location::ends_path)
    }

    /// Whether a path to show ends above this step: it is part of a secret, or cannot be written in a path.
    fn ends_path(&self) -> bool {
        self.has_hidden_name()
            || self
                .element()
                .is_some_and(|element| !element.can_be_written())
    }

    /// The paths of this value and of its parts.
    pub(crate) fn paths_within<'p>(
        &self,
        paths: &'p BTreeSet<String>,
    ) -> impl Iterator<Item = &'p String> + use<'p> {
        let place = self.path().to_string();
        let from = paths.range(place.clone()..);
        from.take_while({
            let place = place.clone();
            move |path| path.starts_with(&place)
        })
        .filter(move |path| {
            let rest = path.get(place.len()..).unwrap_or_default();
            rest.is_empty() || rest.starts_with(['.', '['])
        })
    }

    fn steps(&'a self) -> Vec<&'a Location<'a>> {
        let mut steps: Vec<_> = std::iter::successors(Some(self), |place| place.parent).collect();
        steps.reverse();
        steps
    }

    fn element(&self) -> Option<PathElement> {
        match self.step {
            LocationStep::Top => None,
            LocationStep::Property(name) | LocationStep::Key(name) => {
                Some(PathElement::Key(name.to_owned()))
            }
            LocationStep::Index(index) => Some(PathElement::Index(index)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stop_before_secret_names() {
        let top = Location::TOP;
        let rules = top.property("rules");
        let first = rules.index(0);
        let tags = first.property("tags").hide(true);
        let key = tags.key("do not show");
        assert_eq!(key.path().to_string(), "rules[0].tags");
        assert!(key.is_cut() && key.is_hidden());
        let declared = tags.property("port");
        assert_eq!(declared.path().to_string(), "rules[0].tags.port");
        assert_eq!(Location::TOP.path().to_string(), "");
    }
}
