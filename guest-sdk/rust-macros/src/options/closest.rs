//! The closest of some names to a misspelt name.

use crate::options::synonyms::{ADVICE, SYNONYMS};

/// The name here for an option of another framework, if it is among the names. Otherwise the closest name: a name that
/// differs in a few letters, or that begins with the written name. `None` if no name is close.
pub(crate) fn closest<'a>(
    written: &str,
    names: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let small = written.to_lowercase().replace('-', "_");
    let names: Vec<&str> = names.into_iter().collect();
    let plain = plain(written);
    let elsewhere = SYNONYMS.iter().find(|(other, _)| *other == plain);
    if let Some((_, meant)) = elsewhere
        && let Some(name) = names.iter().find(|name| *name == meant)
    {
        return Some(name);
    }
    let near = |name: &&str| {
        let other = name.to_lowercase().replace('-', "_");
        if small.len() > 2 && (other.starts_with(&small) || small.starts_with(&other)) {
            1
        } else {
            distance(&small, &other)
        }
    };
    let most = match written.len() {
        0..=2 => 0,
        3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    let (steps, name) = names
        .into_iter()
        .map(|name| (near(&name), name))
        .min_by_key(|(steps, name)| (*steps, name.len().abs_diff(written.len())))?;
    (steps <= most).then_some(name)
}

/// The form of a name in the tables of names of other frameworks.
fn plain(name: &str) -> String {
    name.to_lowercase().replace(['-', '_'], "")
}

/// A line for the end of an error about an option of a property: advice for an option of another framework, or the
/// closest name.
pub(crate) fn property_hint<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let plain = plain(written);
    match ADVICE.iter().find(|(other, _)| *other == plain) {
        Some((_, advice)) => format!("\nhint: {advice}"),
        None => hint(written, names),
    }
}

/// A line for the end of an error, or nothing if no name is close.
pub(crate) fn hint<'a>(written: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match closest(written, names) {
        Some(name) => format!("\nhint: did you mean `{name}`?"),
        None => String::new(),
    }
}

/// The number of letters to add, remove, replace or swap with their neighbour.
fn distance(from: &str, to: &str) -> usize {
    let (from, to): (Vec<char>, Vec<char>) = (from.chars().collect(), to.chars().collect());
    let mut rows = vec![(0..=to.len()).collect::<Vec<usize>>()];
    for (line, letter) in from.iter().enumerate() {
        let mut row = vec![line + 1];
        for (column, other) in to.iter().enumerate() {
            let replaced = rows[line][column] + usize::from(letter != other);
            let mut least = replaced
                .min(rows[line][column + 1] + 1)
                .min(row[column] + 1);
            let is_swap =
                line > 0 && column > 0 && from[line - 1] == *other && to[column - 1] == *letter;
            if is_swap {
                least = least.min(rows[line - 1][column - 1] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_close_are_found() {
        let names = [
            "output",
            "minimum",
            "maximum",
            "unique_items",
            "replace",
            "will_replace",
        ];
        for (written, expected) in [
            ("outptu", Some("output")),
            ("min", Some("minimum")),
            ("unique", Some("unique_items")),
            ("uniqueItems", Some("unique_items")),
            ("replaces", Some("replace")),
            ("unique-items", Some("unique_items")),
            ("immutable", Some("replace")),
            ("gte", Some("minimum")),
            ("forceNew", Some("replace")),
            // The name is not among these options.
            ("computed", None),
            ("nonsense", None),
            ("x", None),
        ] {
            assert_eq!(closest(written, names), expected, "{written}");
        }
    }
}
