//! What the manifest says beside the schema: rules for values, rules between properties, traits of resources.
//!
//! The derives write them as constant tables; `docs/manifest.md` says what they mean, and the host applies them.

use serde_json::{Value as JsonValue, json};

use crate::fields::{Constant, Field, PropertyMap, map_of};

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
pub(crate) type RuleTable = &'static [(&'static str, Rule)];

/// A rule between several properties.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Constraint {
    ExactlyOneOf(&'static [&'static str]),
    AtLeastOneOf(&'static [&'static str]),
    Conflicts(&'static [&'static str]),
    AllOrNone(&'static [&'static str]),
    /// Where the first is given, the others are too.
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

/// Adds the rules of properties, and between them, where there are some.
pub(crate) fn insert(target: &mut PropertyMap, fields: &[Field], constraints: &[Constraint]) {
    let properties = map_of(&mut fields.iter().filter_map(|field| {
        let mut rules = table(field.rules);
        if field.write_only {
            rules.insert("writeOnly".to_owned(), true.into());
        }
        if field.computed {
            rules.insert("computed".to_owned(), true.into());
        }
        (!rules.is_empty()).then(|| (field.name.to_owned(), rules.into()))
    }));
    if !properties.is_empty() {
        target.insert("properties".to_owned(), properties.into());
    }
    if !constraints.is_empty() {
        let constraints = constraints
            .iter()
            .map(|constraint| JsonValue::from(*constraint));
        target.insert("constraints".to_owned(), constraints.collect());
    }
}
