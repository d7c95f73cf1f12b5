//! Output values: the places of property values that the engine sent together with their dependencies.
//!
//! The engine alone needs the dependencies, so they are stored separately from the values. A face reads both in
//! one pass, and writes the dependencies of an answer around the values at the same places. Unknown and secret marks
//! are in the values themselves.

use std::collections::{BTreeMap, BTreeSet};

use crate::value::{PropertyMap, PropertyValue};

/// The properties that are or contain output values, by name.
pub type OutputValues = BTreeMap<String, OutputTree>;

/// The output values in one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputTree {
    /// The value itself is an output value.
    Output {
        /// The URNs that it depends on.
        dependencies: Vec<String>,
        /// Whether it was sent as a secret.
        is_secret: bool,
        /// Output values inside it.
        inside: Option<Box<OutputTree>>,
    },
    /// The output values inside a secret.
    Secret(Box<OutputTree>),
    /// The output values in the members of an object. For a special value, these are the members of its object form.
    Members(OutputValues),
    /// The output values in the elements of a list.
    Elements {
        /// The length of the list. If the length of the list changed, the elements cannot be matched.
        length: usize,
        /// By index, from 0.
        found: BTreeMap<usize, OutputTree>,
    },
}

impl OutputTree {
    /// The URNs that the value depends on, including dependencies of inner values.
    #[must_use]
    pub fn dependencies(&self) -> BTreeSet<&str> {
        let mut urns = BTreeSet::new();
        self.collect(&mut urns);
        urns
    }

    /// Moves the output values to their new places after parts of the value became secrets.
    pub(crate) fn follow(&mut self, before: &PropertyValue, after: &PropertyValue) {
        if after.is_secret() && !before.is_secret() {
            match self {
                Self::Output { is_secret, .. } => *is_secret = true,
                _ => {
                    let inside = std::mem::replace(self, Self::Members(OutputValues::new()));
                    *self = Self::Secret(Box::new(inside));
                }
            }
            return;
        }
        match (&mut *self, before.reveal(), after.reveal()) {
            (
                Self::Output {
                    inside: Some(inside),
                    ..
                },
                ..,
            ) => inside.follow(before, after),
            (
                Self::Members(members),
                PropertyValue::Object(before),
                PropertyValue::Object(after),
            ) => {
                for (name, member) in members {
                    if let (Some(before), Some(after)) = (before.get(name), after.get(name)) {
                        member.follow(before, after);
                    }
                }
            }
            (
                Self::Elements { found, .. },
                PropertyValue::Array(before),
                PropertyValue::Array(after),
            ) => {
                for (index, element) in found {
                    if let (Some(before), Some(after)) = (before.get(*index), after.get(*index)) {
                        element.follow(before, after);
                    }
                }
            }
            // The inside of a secret was not changed.
            _ => {}
        }
    }

    fn collect<'a>(&'a self, urns: &mut BTreeSet<&'a str>) {
        match self {
            Self::Output {
                dependencies,
                inside,
                ..
            } => {
                urns.extend(dependencies.iter().map(String::as_str));
                if let Some(inside) = inside {
                    inside.collect(urns);
                }
            }
            Self::Secret(inside) => inside.collect(urns),
            Self::Members(members) => members.values().for_each(|member| member.collect(urns)),
            Self::Elements { found, .. } => found.values().for_each(|part| part.collect(urns)),
        }
    }
}

/// The output values of whole properties that depend on resources.
#[must_use]
pub fn of_dependencies(dependencies: &BTreeMap<String, BTreeSet<String>>) -> OutputValues {
    let behind = dependencies.iter().filter(|(_, urns)| !urns.is_empty());
    let output = |(name, urns): (&String, &BTreeSet<String>)| {
        let tree = OutputTree::Output {
            dependencies: urns.iter().cloned().collect(),
            is_secret: false,
            inside: None,
        };
        (name.clone(), tree)
    };
    behind.map(output).collect()
}

/// The output values of a function's result. Unknown results depend on all dependencies of the arguments.
#[must_use]
pub fn of_result(result: &PropertyMap, arguments: &OutputValues) -> OutputValues {
    let unknown: Vec<&String> = result
        .iter()
        .filter(|(_, value)| value.is_unknown())
        .map(|(name, _)| name)
        .collect();
    if unknown.is_empty() {
        return OutputValues::new();
    }
    let mut urns = BTreeSet::new();
    for argument in arguments.values() {
        argument.collect(&mut urns);
    }
    let dependencies: Vec<String> = urns.into_iter().map(str::to_owned).collect();
    let output = |name: &String| {
        let tree = OutputTree::Output {
            dependencies: dependencies.clone(),
            is_secret: false,
            inside: None,
        };
        (name.clone(), tree)
    };
    unknown.into_iter().map(output).collect()
}
