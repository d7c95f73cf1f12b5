//! Output values: where among properties an engine sent values together with the resources that they depend on.
//!
//! What a value is, whether it is known and whether it is secret is in the value itself. Dependencies are for the engine
//! alone, so they stand beside the values: a face reads both in one pass, and writes the dependencies around the values of
//! its answer that are in the same places.

use std::collections::{BTreeMap, BTreeSet};

use crate::value::{PropertyMap, PropertyValue};

/// Those properties that are output values or have some inside, by their names.
pub type OutputValues = BTreeMap<String, OutputTree>;

/// Where the output values of one value are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutputTree {
    /// The value itself is one.
    Output {
        /// The URNs of the resources that it depends on.
        dependencies: Vec<String>,
        /// Whether it was sent as a secret.
        is_secret: bool,
        /// Output values inside it.
        inside: Option<Box<OutputTree>>,
    },
    /// Those of the value inside a secret.
    Secret(Box<OutputTree>),
    /// Those of an object's members. Of a special value, the members are those of the object that it is written as.
    Members(OutputValues),
    /// Those of a list's elements, by their places.
    Elements {
        /// How many elements the list has: of a list of another length, the elements cannot be told apart.
        length: usize,
        /// By index, from 0.
        found: BTreeMap<usize, OutputTree>,
    },
}

impl OutputTree {
    /// The URNs of all resources that the value depends on, also by what is inside it.
    #[must_use]
    pub fn dependencies(&self) -> BTreeSet<&str> {
        let mut urns = BTreeSet::new();
        self.collect(&mut urns);
        urns
    }

    /// Brings the output values to the places that they have since some parts of the value became secrets.
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
            // What is in a secret was not looked at.
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

/// The output values of properties that depend on resources, each as a whole.
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

/// The output values of a function's result: those that are unknown depend on all that its arguments depend on.
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
