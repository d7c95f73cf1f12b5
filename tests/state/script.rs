//! The events, step by step: by the program's author, by others, by the network and by the user of commands.

use std::fmt;

use proptest::prelude::*;
use proptest::sample::select;

use super::fault::Fault;
use super::manifest::Shape;
use super::outside::OUTSIDE;
use super::program::{FIELDS, choices};
use super::values::shown;

/// A resource of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    A,
    B,
}

impl Who {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Who::A => "a",
            Who::B => "b",
        }
    }
}

/// A step of a script.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Step {
    Up,
    Refresh,
    /// The program changes a property: to one of its choices, or to nothing.
    Set(Who, &'static str, Option<usize>),
    /// The program no longer has the resource.
    Drop(Who),
    /// The option `ignoreChanges` gets a path, or loses it.
    Ignore(Who, &'static str),
    /// The same for the option `replaceOnChanges`.
    ReplaceOn(Who, &'static str),
    /// Others change the thing: by the index in their table.
    Outside(Who, usize),
    /// Others delete the thing.
    Vanish(Who),
    /// Something goes wrong in the next call of its kind.
    Fault(Fault),
    /// The next version of the component is added.
    Upgrade,
    /// The state forgets the resource, and the option `import` takes it over.
    Import(Who),
    /// The state forgets the resource, and `pulumi import` takes it over and writes the program.
    Adopt(Who),
    /// A program looks it up, with one property given in addition to the id.
    Lookup(Who, &'static str),
}

impl fmt::Display for Step {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Set(who, field, Some(choice)) => {
                let value = choices(field).get(*choice).map(shown).unwrap_or_default();
                write!(formatter, "{}.{field} = {value}", who.name())
            }
            Step::Set(who, field, None) => write!(formatter, "{}.{field} goes", who.name()),
            Step::Outside(who, index) => {
                let name = OUTSIDE.get(*index).map(|outside| outside.name);
                write!(
                    formatter,
                    "outside, of {}: {}",
                    who.name(),
                    name.unwrap_or_default()
                )
            }
            other => write!(formatter, "{other:?}"),
        }
    }
}

/// A script, and the component and engine that it is played with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Script {
    pub(crate) shape: Shape,
    pub(crate) steps: Vec<Step>,
}

impl fmt::Display for Script {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{:?}", self.shape)?;
        for step in &self.steps {
            writeln!(formatter, "  {step}    // {step:?}")?;
        }
        Ok(())
    }
}

const IGNORED: [&str; 24] = [
    "name",
    "size",
    "label",
    "zone",
    "tags",
    "tags.a",
    "rules",
    "rules[0].proto",
    "members",
    "nodes",
    "settings.level",
    "*",
    "words",
    "words[1]",
    "words[*]",
    "items[0]",
    "items[*]",
    "rules[1]",
    "rules[*].proto",
    "members[0]",
    "disks[*].zone",
    "backend.type",
    "text",
    "site",
];

fn who() -> impl Strategy<Value = Who> {
    prop_oneof![4 => Just(Who::A), 1 => Just(Who::B)]
}

fn set() -> impl Strategy<Value = Step> {
    (who(), select(&FIELDS[..]), any::<prop::sample::Index>()).prop_map(|(who, field, choice)| {
        // An absent value is the first choice.
        let choice = choice.index(choices(field).len() + 1);
        Step::Set(who, field, choice.checked_sub(1))
    })
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => Just(Step::Up),
        5 => Just(Step::Refresh),
        10 => set(),
        6 => (who(), 0..OUTSIDE.len()).prop_map(|(who, index)| Step::Outside(who, index)),
        3 => select(&Fault::ALL[..]).prop_map(Step::Fault),
        1 => who().prop_map(Step::Vanish),
        1 => who().prop_map(Step::Drop),
        2 => (who(), select(&IGNORED[..])).prop_map(|(who, path)| Step::Ignore(who, path)),
        1 => (who(), select(vec!["size", "tags.a", "label"]))
            .prop_map(|(who, path)| Step::ReplaceOn(who, path)),
        1 => Just(Step::Upgrade),
        1 => who().prop_map(Step::Import),
        1 => who().prop_map(Step::Adopt),
        1 => (who(), select(vec!["size", "label", ""]))
            .prop_map(|(who, field)| Step::Lookup(who, field)),
    ]
}

fn shape() -> impl Strategy<Value = Shape> {
    let rarely = || prop::bool::weighted(0.15);
    (rarely(), any::<bool>(), any::<bool>(), rarely(), rarely()).prop_map(
        |(replaces_always, resumes, says_computed, refreshes_first, deletes_first)| Shape {
            replaces_always,
            resumes,
            says_computed,
            refreshes_first,
            deletes_first,
        },
    )
}

/// Any script.
pub(crate) fn script() -> impl Strategy<Value = Script> {
    (shape(), prop::collection::vec(step(), 1..16))
        .prop_map(|(shape, steps)| Script { shape, steps })
}
