//! The maximum cost of comparing elements one by one.

use crate::value::PropertyValue;

/// The maximum number of pairs that are compared one by one, after equal elements were paired.
const MAX_PAIRS: usize = 10_000;
/// The maximum number of values that these comparisons read.
const MAX_EFFORT: usize = 4_000_000;
/// The maximum cost for elements of nested lists: sets of sets of sets need pairs of pairs of pairs.
const MAX_EFFORT_WITHIN: usize = 200;

/// Whether each element may be compared with each element of another list, inside `depth` lists whose elements are
/// being compared.
pub(in crate::schema) fn is_affordable<'v>(
    depth: u8,
    one: impl Iterator<Item = &'v PropertyValue>,
    other: impl Iterator<Item = &'v PropertyValue>,
) -> bool {
    let measure =
        |(count, all): (usize, usize), value| (count + 1, all.saturating_add(parts(value)));
    let (one, one_parts) = one.fold((0, 0), measure);
    let (other, other_parts) = other.fold((0, 0), measure);
    let effort = one
        .saturating_mul(other_parts)
        .saturating_add(other.saturating_mul(one_parts));
    let most = match depth {
        0 => MAX_EFFORT,
        _ => MAX_EFFORT_WITHIN,
    };
    // Each pair may be compared in both directions.
    one.saturating_mul(other) <= MAX_PAIRS && effort.saturating_mul(2) <= most
}

/// How many pairs of elements of these lists may be compared.
pub(super) fn affordable_pairs(depth: u8, one: &[PropertyValue], other: &[PropertyValue]) -> usize {
    let all = one.iter().chain(other).map(parts);
    let average = all.fold(0, usize::saturating_add) / (one.len() + other.len()).max(1);
    let most = match depth {
        0 => MAX_EFFORT,
        _ => MAX_EFFORT_WITHIN,
    };
    MAX_PAIRS.min(most / average.max(1))
}

/// The number of values inside a value, including itself.
pub(super) fn parts(value: &PropertyValue) -> usize {
    match value {
        PropertyValue::Array(items) => 1 + items.iter().map(parts).sum::<usize>(),
        PropertyValue::Object(map) => 1 + map.values().map(parts).sum::<usize>(),
        PropertyValue::Secret(inner) => parts(inner),
        _ => 1,
    }
}
