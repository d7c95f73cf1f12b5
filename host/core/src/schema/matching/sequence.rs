//! The longest common subsequence of two lists.

/// The maximum number of candidate pairs of indices. If there are more because elements repeat, the first element of a
/// kind is paired with the first, the second with the second, and so on.
const MAX_CANDIDATES: usize = 1_000_000;

/// The longest sequence of pairs of places that ascend on both sides. `candidates` has, for each place of the first
/// list, the matching places of the second list in ascending order.
pub(super) fn longest_common(candidates: &[Vec<usize>], length: usize) -> Vec<(usize, usize)> {
    let all: usize = candidates.iter().map(Vec::len).sum();
    if all > MAX_CANDIDATES {
        return ascending(&pair_in_turns(candidates, length));
    }
    let pairs = candidates.iter().enumerate().flat_map(|(first, places)| {
        // The indices for one element descend, so that the ascending subsequence takes at most one of them.
        places.iter().rev().map(move |second| (first, *second))
    });
    ascending(&pairs.collect::<Vec<_>>())
}

/// Pairs each element with its first free candidate. Equal elements have the same first candidate.
fn pair_in_turns(candidates: &[Vec<usize>], length: usize) -> Vec<(usize, usize)> {
    // For each first candidate, the index from which the next candidate is free.
    let mut free: Vec<usize> = (0..length).collect();
    let mut pairs = Vec::new();
    for (first, places) in candidates.iter().enumerate() {
        let Some(from) = places.first().and_then(|start| free.get_mut(*start)) else {
            continue;
        };
        let turn = places.partition_point(|place| place < from);
        if let Some(second) = places.get(turn).copied() {
            *from = second + 1;
            pairs.push((first, second));
        }
    }
    pairs
}

/// The longest subsequence of pairs whose second indices ascend.
fn ascending(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the pair that ends the subsequence with the smallest second index; for each pair, its
    // predecessor.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    let second = |at: usize| pairs.get(at).map_or(usize::MAX, |pair| pair.1);
    for (at, (_, place)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| second(*end) < *place);
        before.push(
            length
                .checked_sub(1)
                .and_then(|last| ends.get(last))
                .copied(),
        );
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut found = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied();
    while let Some(at) = next {
        found.extend(pairs.get(at).copied());
        next = before.get(at).copied().flatten();
    }
    found.reverse();
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// For each element of the first list its places in the second.
    fn candidates(first: &[u8], second: &[u8]) -> Vec<Vec<usize>> {
        let places = |value: &u8| {
            let all = second
                .iter()
                .enumerate()
                .filter(|(_, other)| *other == value);
            all.map(|(at, _)| at).collect()
        };
        first.iter().map(places).collect()
    }

    /// The length by the textbook algorithm.
    fn length(first: &[u8], second: &[u8]) -> usize {
        let mut row = vec![0; second.len() + 1];
        for one in first {
            let mut corner = 0;
            for (at, other) in second.iter().enumerate() {
                let above = row[at + 1];
                row[at + 1] = if one == other {
                    corner + 1
                } else {
                    above.max(row[at])
                };
                corner = above;
            }
        }
        row[second.len()]
    }

    fn is_common(pairs: &[(usize, usize)], first: &[u8], second: &[u8]) -> bool {
        pairs
            .iter()
            .all(|(one, other)| first[*one] == second[*other])
            && pairs
                .windows(2)
                .all(|two| two[0].0 < two[1].0 && two[0].1 < two[1].1)
    }

    proptest! {
        #[test]
        fn no_longer_sequence_is_common(
            first in proptest::collection::vec(0u8..5, 0..12),
            second in proptest::collection::vec(0u8..5, 0..12),
        ) {
            let candidates = candidates(&first, &second);
            let found = longest_common(&candidates, second.len());
            prop_assert!(is_common(&found, &first, &second));
            prop_assert_eq!(found.len(), length(&first, &second));
            let turns = ascending(&pair_in_turns(&candidates, second.len()));
            prop_assert!(is_common(&turns, &first, &second));
        }
    }

    #[test]
    fn elements_that_repeat_without_end_take_turns() {
        let first = vec![7; 3000];
        let second = vec![7; 2000];
        let all: Vec<usize> = (0..second.len()).collect();
        let found = longest_common(&vec![all; first.len()], second.len());
        assert_eq!(found.len(), 2000);
        assert!(is_common(&found, &first, &second));
    }
}
