//! The check of the manifest's rules for single values.

use std::collections::BTreeMap;

use super::checker::Checker;
use crate::schema::model::expected::Expected;
use crate::schema::model::types::Type;
use crate::schema::rules::{Match, Pattern, PatternWork, Rules};
use crate::schema::values::fingerprint;
use crate::schema::values::location::Location;
use crate::value::{PropertyMap, PropertyValue};

/// No text longer than this is shown in a message.
const MAX_SHOWN: usize = 60;

/// The tolerance of `multipleOf`, as a fraction of the multiple: decimal fractions have no exact doubles.
const ROUNDING: f64 = 1e-9;

/// Why a text does not match a pattern; `None` if it matches.
fn unmatched(pattern: &Pattern, text: &str, work: &mut PatternWork) -> Option<String> {
    match pattern.look_in(text, work) {
        Match::Found => None,
        Match::NotFound => Some(pattern.requirement()),
        Match::TooMuchWork => Some(
            "is too long for its pattern: this check has used up its limit of work on patterns"
                .to_owned(),
        ),
    }
}

impl Checker<'_> {
    /// Checks the rules for one value that already has its type. The rules cannot judge unknown values yet.
    pub(in crate::schema) fn rules(
        &mut self,
        expected: &Type,
        rules: &Rules,
        value: &PropertyValue,
        place: &Location,
    ) {
        let place = &place.hide(value.is_secret());
        match value.reveal() {
            PropertyValue::Number(number) => self.number(rules, *number, place),
            PropertyValue::String(text) => self.text(rules, text, place),
            PropertyValue::Array(values) => self.list(expected, rules, values, place),
            PropertyValue::Object(map) => self.map(expected, rules, map, place),
            _ => {}
        }
    }

    fn number(&mut self, rules: &Rules, number: f64, place: &Location) {
        let found = || {
            if place.is_hidden() {
                String::new()
            } else {
                format!("; found {number}")
            }
        };
        // NaN fails every bound.
        let bounds = [
            (rules.minimum, "at least", f64::ge as fn(&f64, &f64) -> bool),
            (rules.maximum, "at most", f64::le),
            (rules.exclusive_minimum, "above", f64::gt),
            (rules.exclusive_maximum, "below", f64::lt),
        ];
        for (bound, words, keeps) in bounds {
            if let Some(bound) = bound
                && !keeps(&number, &bound)
            {
                self.fail(place, format!("must be {words} {bound}{}", found()));
            }
        }
        if let Some(factor) = rules.multiple_of {
            let times = number / factor;
            let is_whole = (times - times.round()).abs() <= ROUNDING * times.abs().max(1.0);
            if !is_whole {
                self.fail(place, format!("must be a multiple of {factor}{}", found()));
            }
        }
    }

    fn text(&mut self, rules: &Rules, text: &str, place: &Location) {
        if rules.min_length.is_some() || rules.max_length.is_some() {
            let length = text.chars().count() as u64;
            self.count(
                rules.min_length,
                rules.max_length,
                length,
                "character",
                place,
            );
        }
        let found = || match text.chars().count() {
            0..=MAX_SHOWN if !place.is_hidden() => {
                format!("; found `{}`", text.escape_debug())
            }
            _ => String::new(),
        };
        if let Some(pattern) = &rules.pattern
            && let Some(reason) = unmatched(pattern, text, &mut self.work)
        {
            self.fail(place, format!("{reason}{}", found()));
        }
        if let Some(format) = rules.format
            && !format.has(text)
        {
            self.fail(place, format!("must be {}{}", format.describe(), found()));
        }
    }

    fn list(&mut self, expected: &Type, rules: &Rules, values: &[PropertyValue], place: &Location) {
        let length = values.len() as u64;
        self.count(rules.min_items, rules.max_items, length, "element", place);
        let element = match expected {
            Type::Array(items) => items,
            _ => &Type::Any,
        };
        let items = rules.of_items();
        if rules.unique_items {
            let expected = Expected::new(element, items);
            let mut seen: BTreeMap<String, usize> = BTreeMap::new();
            for (index, value) in values.iter().enumerate() {
                let Some(print) = fingerprint::of(self.types, expected, value) else {
                    continue;
                };
                if let Some(earlier) = seen.get(&print) {
                    let reason = format!("is the same as the element {earlier}");
                    self.fail(&place.index(index), reason);
                } else {
                    seen.insert(print, index);
                }
            }
        }
        if rules.items.is_some() {
            for (index, value) in values.iter().enumerate() {
                self.rules(element, items, value, &place.index(index));
            }
        }
    }

    fn map(&mut self, expected: &Type, rules: &Rules, map: &PropertyMap, place: &Location) {
        // An object type's properties have rules of their own.
        if matches!(expected, Type::Object(_)) {
            return;
        }
        let length = map.len() as u64;
        let (least, most) = (rules.min_properties, rules.max_properties);
        self.count(least, most, length, "entry", place);
        if let Some(pattern) = &rules.key_pattern {
            for key in map.keys() {
                if let Some(reason) = unmatched(pattern, key, &mut self.work) {
                    self.fail(&place.key(key), format!("the key {reason}"));
                }
            }
        }
        let element = match expected {
            Type::Map(items) => items,
            _ => &Type::Any,
        };
        if let Some(items) = &rules.items {
            for (key, value) in map {
                self.rules(element, items, value, &place.key(key));
            }
        }
    }

    fn count(
        &mut self,
        least: Option<u64>,
        most: Option<u64>,
        found: u64,
        what: &str,
        place: &Location,
    ) {
        let plural = |count: u64| match (count, what) {
            (1, what) => what.to_owned(),
            (_, "entry") => "entries".to_owned(),
            (_, what) => format!("{what}s"),
        };
        let told = || {
            if place.is_hidden() {
                String::new()
            } else {
                format!("; found {found}")
            }
        };
        if let Some(least) = least.filter(|least| found < *least) {
            let reason = format!("must have at least {least} {}{}", plural(least), told());
            self.fail(place, reason);
        }
        if let Some(most) = most.filter(|most| found > *most) {
            let reason = format!("must have at most {most} {}{}", plural(most), told());
            self.fail(place, reason);
        }
    }
}
