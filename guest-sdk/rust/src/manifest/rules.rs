//! The manifest's rules beside the schema: rules for values, rules between properties, traits of resources.
//!
//! The derives generate them as constant tables; `docs/author/manifest.md` explains them, and the host applies them.

use serde_json::{Value as JsonValue, json};

use crate::value::map::{PropertyMap, map_of};

/// One member of a manifest's object.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    Constant(Constant),
    Texts(&'static [&'static str]),
    Rules(RuleTable),
}

/// Members of a manifest's object, by the manifest's names.
#[doc(hidden)]
pub type RuleTable = &'static [(&'static str, Rule)];

/// The rules of a list or a map: the rules of its elements, if they have rules.
pub(crate) const fn of_elements(rules: RuleTable, natural: RuleTable) -> RuleTable {
    if natural.is_empty() { &[] } else { rules }
}

/// A rule between several properties.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Constraint {
    ExactlyOneOf(&'static [&'static str]),
    AtLeastOneOf(&'static [&'static str]),
    Conflicts(&'static [&'static str]),
    AllOrNone(&'static [&'static str]),
    /// If the first one is given, the others must be too.
    Requires(&'static str, &'static [&'static str]),
}

impl From<Rule> for JsonValue {
    fn from(rule: Rule) -> Self {
        match rule {
            Rule::Constant(constant) => constant.into(),
            Rule::Texts(texts) => texts.into(),
            Rule::Rules(rules) => table(rules).into(),
        }
    }
}

impl From<Constraint> for JsonValue {
    fn from(constraint: Constraint) -> Self {
        match constraint {
            Constraint::ExactlyOneOf(names) => json!({ "exactlyOneOf": names }),
            Constraint::AtLeastOneOf(names) => json!({ "atLeastOneOf": names }),
            Constraint::Conflicts(names) => json!({ "conflicts": names }),
            Constraint::AllOrNone(names) => json!({ "allOrNone": names }),
            Constraint::Requires(name, names) => json!({ "property": name, "requires": names }),
        }
    }
}

/// A table as the manifest writes it.
pub(crate) fn table(rules: RuleTable) -> PropertyMap {
    let mut members = rules
        .iter()
        .map(|(name, rule)| ((*name).to_owned(), (*rule).into()));
    map_of(&mut members)
}

/// A default, bound or fixed value as the author wrote it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    Text(&'static str),
    Boolean(bool),
    Integer(i64),
    Number(f64),
}

impl From<Constant> for JsonValue {
    fn from(constant: Constant) -> Self {
        match constant {
            Constant::Text(text) => text.into(),
            Constant::Boolean(boolean) => boolean.into(),
            Constant::Integer(integer) => integer.into(),
            Constant::Number(number) => number.into(),
        }
    }
}
