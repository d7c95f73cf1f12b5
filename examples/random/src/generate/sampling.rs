//! Fair choices: every outcome is equally likely.
//!
//! A remainder (`random % bound`) would favour small outcomes whenever the bound is not a power of two. Here too large
//! draws are thrown away instead, which takes two draws at worst on average.

use rand_core::RngCore;

/// A whole number from 0 up to, but without, `bound`. A bound of 0 is taken for 1.
pub(crate) fn below(rng: &mut impl RngCore, bound: u64) -> u64 {
    up_to(rng, bound.saturating_sub(1))
}

/// A whole number from 0 to `maximum`, both included.
fn up_to(rng: &mut impl RngCore, maximum: u64) -> u64 {
    let mask = u64::MAX.checked_shr(maximum.leading_zeros()).unwrap_or(0);
    loop {
        let drawn = rng.next_u64() & mask;
        if drawn <= maximum {
            return drawn;
        }
    }
}

/// A whole number from `minimum` to `maximum`, both included. `None` for an empty range.
pub(crate) fn between(rng: &mut impl RngCore, minimum: i64, maximum: i64) -> Option<i64> {
    // The distance between two i64 always fits an u64, even where their difference overflows an i64.
    let distance = (minimum <= maximum).then(|| maximum.wrapping_sub(minimum).cast_unsigned())?;
    Some(minimum.wrapping_add_unsigned(up_to(rng, distance)))
}

/// One of the items, or `None` without any.
pub(crate) fn choose<'a, Item>(rng: &mut impl RngCore, items: &'a [Item]) -> Option<&'a Item> {
    let index = below(rng, items.len() as u64);
    items.get(usize::try_from(index).ok()?)
}

/// Puts the items into a random order (Fisher and Yates).
pub(crate) fn shuffle<Item>(rng: &mut impl RngCore, items: &mut [Item]) {
    for last in (1..items.len()).rev() {
        let other = below(rng, last as u64 + 1) as usize;
        items.swap(last, other);
    }
}

/// Returns `count` items from repeated random permutations of all items, so that no item appears a second time before
/// every item appeared once. Empty if the list is empty.
pub(crate) fn deal<Item: Clone>(rng: &mut impl RngCore, items: &[Item], count: usize) -> Vec<Item> {
    let mut dealt = Vec::new();
    while dealt.len() < count && !items.is_empty() {
        let mut deck = items.to_vec();
        shuffle(rng, &mut deck);
        deck.truncate(count - dealt.len());
        dealt.append(&mut deck);
    }
    dealt
}

/// As many random bytes as wanted.
pub(crate) fn bytes(rng: &mut impl RngCore, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    rng.fill_bytes(&mut bytes);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::seed::seeded;

    #[test]
    fn a_draw_stays_below_its_bound_and_reaches_every_value() {
        let mut rng = seeded("bounds");
        for bound in 1..40_u64 {
            let mut seen = vec![false; bound as usize];
            for _ in 0..bound * 30 {
                seen[below(&mut rng, bound) as usize] = true;
            }
            assert!(
                seen.iter().all(|seen| *seen),
                "not every value below {bound} came up"
            );
        }
    }

    #[test]
    fn draws_are_uniform() {
        // Chi-squared with 20 degrees of freedom: above 45.3 once in a thousand. The seed is fixed, so the test always
        // gives the same result. A modulo bias on this bound with 8-bit draws would exceed it by far.
        let (mut rng, bound, draws) = (seeded("uniform"), 21_u64, 210_000_u64);
        let mut counts = vec![0_f64; bound as usize];
        for _ in 0..draws {
            counts[below(&mut rng, bound) as usize] += 1.0;
        }
        let expected = draws as f64 / bound as f64;
        let squared: f64 = counts
            .iter()
            .map(|count| (count - expected).powi(2) / expected)
            .sum();
        assert!(squared < 45.3, "chi-squared is {squared}");
    }

    #[test]
    fn a_range_includes_both_ends_however_wide_it_is() {
        let mut rng = seeded("ranges");
        for (minimum, maximum) in [(0, 0), (-3, 3), (i64::MIN, i64::MIN), (5, 6)] {
            let drawn: Vec<i64> = (0..200)
                .filter_map(|_| between(&mut rng, minimum, maximum))
                .collect();
            assert_eq!(drawn.iter().min(), Some(&minimum));
            assert_eq!(drawn.iter().max(), Some(&maximum));
        }
        assert!(between(&mut rng, i64::MIN, i64::MAX).is_some());
        assert_eq!(between(&mut rng, 2, 1), None);
    }

    #[test]
    fn choosing_from_nothing_gives_nothing() {
        assert_eq!(choose::<char>(&mut seeded(""), &[]), None);
    }

    #[test]
    fn a_shuffle_is_a_permutation() {
        let mut rng = seeded("shuffle");
        for length in 0..50 {
            let mut items: Vec<usize> = (0..length).collect();
            shuffle(&mut rng, &mut items);
            items.sort_unstable();
            assert_eq!(items, (0..length).collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_order_is_equally_likely() {
        let mut rng = seeded("orders");
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..24_000 {
            let mut items = [0, 1, 2, 3];
            shuffle(&mut rng, &mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 24);
        for (order, count) in counts {
            assert!(
                (850..1150).contains(&count),
                "{order:?} came up {count} times"
            );
        }
    }

    #[test]
    fn dealing_uses_every_item_before_it_repeats_one() {
        let items = ["a", "b", "c"];
        for count in 0..10 {
            let dealt = deal(&mut seeded("deal"), &items, count);
            assert_eq!(dealt.len(), count);
            for round in dealt.chunks(3) {
                for item in round {
                    assert_eq!(round.iter().filter(|other| *other == item).count(), 1);
                }
            }
        }
        assert_eq!(
            deal(&mut seeded("deal"), &[] as &[&str], 5),
            Vec::<&str>::new()
        );
    }

    #[test]
    fn bytes_have_the_length_that_was_asked_for() {
        for count in [0, 1, 7, 8, 64, 1000] {
            assert_eq!(bytes(&mut seeded("bytes"), count).len(), count);
        }
    }
}
