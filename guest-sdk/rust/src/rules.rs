//! The manifest's rules beside the schema: rules for values, rules between properties, traits of resources.
//!
//! The derives write them as constant tables; `docs/author/manifest.md` says what they mean, and the host applies them.

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

/// The rules of a list or map: those of its elements, if these have some.
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
    /// If the first is given, the others are too.
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

/// Whether an author wrote rules.
pub(crate) fn are_some(fields: &[Field], constraints: &[Constraint]) -> bool {
    !constraints.is_empty() || fields.iter().any(|field| !field.rules.is_empty())
}

/// Adds the rules of properties, and between them, if there are some.
pub(crate) fn insert(target: &mut PropertyMap, fields: &[Field], constraints: &[Constraint]) {
    let properties = map_of(&mut fields.iter().filter_map(|field| {
        let mut rules = table(field.rules);
        // Rules are for values that users set, and a constant is narrower than any range.
        if field.input && field.constant.is_none() {
            narrow(&mut rules, field.natural);
        }
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

/// Adds the rules of the type to those of the author, of which the narrower ones stay. Only the author can say what
/// else a text must be, beside the author's pattern.
fn narrow(rules: &mut PropertyMap, natural: RuleTable) {
    let has_pattern = rules.contains_key("pattern");
    for (name, rule) in natural {
        if let (Some(JsonValue::Object(items)), Rule::Rules(natural)) = (rules.get_mut(*name), rule)
        {
            narrow(items, natural);
            continue;
        }
        let rule = JsonValue::from(*rule);
        let is_narrower = match *name {
            "minimum" => has(rules, ["minimum", "exclusiveMinimum"], |own| {
                rule.as_f64().is_some_and(|bound| own >= bound)
            }),
            "maximum" => has(rules, ["maximum", "exclusiveMaximum"], |own| {
                rule.as_f64().is_some_and(|bound| own <= bound)
            }),
            "pattern" | "patternReason" => has_pattern,
            other => rules.contains_key(other),
        };
        if !is_narrower {
            rules.insert((*name).to_owned(), rule);
        }
    }
}

/// Whether one of two bounds of the author's is of that kind.
fn has(rules: &PropertyMap, names: [&str; 2], is: impl Fn(f64) -> bool) -> bool {
    let bounds = names
        .into_iter()
        .filter_map(|name| rules.get(name)?.as_f64());
    bounds.into_iter().any(is)
}
