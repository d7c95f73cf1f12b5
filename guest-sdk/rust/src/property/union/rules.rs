//! The rules of a union: the rules of the types of its variants, found when the provider is compiled.

use crate::manifest::rules::{Constant, Rule, RuleTable};
use crate::property::Kind;

/// The number of rules in [`natural_rules`].
#[doc(hidden)]
#[must_use]
pub const fn natural_length(variants: &[(Kind, RuleTable)]) -> usize {
    let (mut length, mut index) = (0, 0);
    while index < variants.len() {
        if is_alone(variants, index) {
            length += variants[index].1.len();
        }
        index += 1;
    }
    length
}

/// The rules of each variant whose values no other variant has. The host applies a rule to all values of its kind.
#[doc(hidden)]
#[must_use]
pub const fn natural_rules<const LENGTH: usize>(
    variants: &[(Kind, RuleTable)],
) -> [(&'static str, Rule); LENGTH] {
    let mut rules = [("", Rule::Constant(Constant::Boolean(false))); LENGTH];
    let (mut written, mut index) = (0, 0);
    while index < variants.len() {
        if is_alone(variants, index) {
            let mut taken = 0;
            while taken < variants[index].1.len() {
                rules[written] = variants[index].1[taken];
                (written, taken) = (written + 1, taken + 1);
            }
        }
        index += 1;
    }
    rules
}

/// Whether the rules of this variant apply to no value of the other variants.
const fn is_alone(variants: &[(Kind, RuleTable)], index: usize) -> bool {
    let mut other = 0;
    while other < variants.len() {
        if other != index && overlap(variants[index].0, variants[other].0) {
            return false;
        }
        other += 1;
    }
    true
}

/// Whether a rule for values of the first kind may apply to a value of the second kind.
const fn overlap(one: Kind, other: Kind) -> bool {
    match (one, other) {
        (_, Kind::Any) => true,
        (Kind::Text | Kind::Number, Kind::Enum) => true,
        // Rules of elements are for lists and for maps, and the value of an object is a map.
        (Kind::List | Kind::Map, Kind::List | Kind::Map | Kind::Object) => true,
        _ => one as u8 == other as u8,
    }
}
