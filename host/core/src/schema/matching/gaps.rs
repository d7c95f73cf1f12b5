//! Elements between those that have found each other.

/// The indices of a pair of elements, or the index of an element without a counterpart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::schema) struct Pair {
    pub(in crate::schema) given: Option<usize>,
    pub(in crate::schema) found: Option<usize>,
    /// Whether they have anything in common. Pairs without a common part only have the same position between their
    /// neighbours.
    pub(in crate::schema) alike: bool,
}

/// All elements of both lists: the pairs, and in between the elements without a partner. Similar elements are paired
/// first, in order. The elements between these pairs are then paired by index. At most `most_pairs` pairs are compared.
pub(super) fn filled(
    anchors: &[(usize, usize)],
    (given, found): (usize, usize),
    most_pairs: usize,
    likeness: &dyn Fn(usize, usize) -> usize,
) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(given.max(found));
    let mut work = most_pairs;
    between(anchors, (given, found), &mut pairs, &mut |pairs, gap| {
        let cost = gap.given.1.saturating_mul(gap.found.1);
        let alike = match work.checked_sub(cost) {
            Some(left) => {
                work = left;
                most_alike(gap, likeness)
            }
            None => Vec::new(),
        };
        let end = (gap.given.0 + gap.given.1, gap.found.0 + gap.found.1);
        let start = (gap.given.0, gap.found.0);
        between_from(start, &alike, end, pairs, &mut |pairs, gap| {
            for at in 0..gap.given.1.max(gap.found.1) {
                let place = |(start, length): (usize, usize)| (at < length).then_some(start + at);
                pairs.push(Pair {
                    given: place(gap.given),
                    found: place(gap.found),
                    alike: false,
                });
            }
        });
    });
    pairs
}

/// Elements that follow each other on both sides: their beginning and their number.
#[derive(Clone, Copy)]
struct Gap {
    given: (usize, usize),
    found: (usize, usize),
}

type Fill<'f> = &'f mut dyn FnMut(&mut Vec<Pair>, Gap);

fn between(anchors: &[(usize, usize)], end: (usize, usize), pairs: &mut Vec<Pair>, fill: Fill<'_>) {
    between_from((0, 0), anchors, end, pairs, fill);
}

/// The anchors as pairs, with the elements between them.
fn between_from(
    start: (usize, usize),
    anchors: &[(usize, usize)],
    end: (usize, usize),
    pairs: &mut Vec<Pair>,
    fill: Fill<'_>,
) {
    let (mut given, mut found) = start;
    let mut gap = |pairs: &mut Vec<Pair>, from: (usize, usize), to: (usize, usize)| {
        let lengths = (to.0.saturating_sub(from.0), to.1.saturating_sub(from.1));
        if lengths != (0, 0) {
            let gap = Gap {
                given: (from.0, lengths.0),
                found: (from.1, lengths.1),
            };
            fill(pairs, gap);
        }
    };
    for anchor in anchors {
        gap(pairs, (given, found), *anchor);
        pairs.push(Pair {
            given: Some(anchor.0),
            found: Some(anchor.1),
            alike: true,
        });
        (given, found) = (anchor.0 + 1, anchor.1 + 1);
    }
    gap(pairs, (given, found), end);
}

/// The pairs of a gap, ascending on both sides, that have most in common together.
fn most_alike(gap: Gap, likeness: &dyn Fn(usize, usize) -> usize) -> Vec<(usize, usize)> {
    let ((given, rows), (found, columns)) = (gap.given, gap.found);
    let width = columns + 1;
    // For each place how much the elements from there on have in common at most.
    let mut best = vec![0_usize; (rows + 1) * width];
    let mut common = vec![0_usize; rows * columns];
    let at = |table: &[usize], index: usize| table.get(index).copied().unwrap_or_default();
    for row in (0..rows).rev() {
        for column in (0..columns).rev() {
            let likeness = likeness(given + row, found + column);
            let with = match likeness {
                0 => 0,
                likeness => likeness + at(&best, (row + 1) * width + column + 1),
            };
            let without =
                at(&best, (row + 1) * width + column).max(at(&best, row * width + column + 1));
            if let Some(entry) = common.get_mut(row * columns + column) {
                *entry = likeness;
            }
            if let Some(entry) = best.get_mut(row * width + column) {
                *entry = with.max(without);
            }
        }
    }
    let (mut row, mut column) = (0, 0);
    let mut pairs = Vec::new();
    while row < rows && column < columns {
        let here = at(&best, row * width + column);
        let likeness = at(&common, row * columns + column);
        if likeness > 0 && here == likeness + at(&best, (row + 1) * width + column + 1) {
            pairs.push((given + row, found + column));
            (row, column) = (row + 1, column + 1);
        } else if here == at(&best, (row + 1) * width + column) {
            row += 1;
        } else {
            column += 1;
        }
    }
    pairs
}
