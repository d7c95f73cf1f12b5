//! The characters that random texts are made of.

/// `a` to `z`.
pub(crate) const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
/// `A` to `Z`.
pub(crate) const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// `0` to `9`.
pub(crate) const NUMERIC: &str = "0123456789";
/// The special characters unless the user gives others.
pub(crate) const SPECIAL: &str = "!@#$%&*()-_=+[]{}<>:?";

/// The characters of all these texts, each once, so that all are equally likely.
pub(crate) fn union<'a>(texts: impl IntoIterator<Item = &'a str>) -> Vec<char> {
    let mut characters: Vec<char> = texts.into_iter().flat_map(str::chars).collect();
    characters.sort_unstable();
    characters.dedup();
    characters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_has_every_character_once() {
        assert_eq!(union(["cab", "aß", ""]), ['a', 'b', 'c', 'ß']);
        assert_eq!(
            union([LOWER, UPPER, NUMERIC, SPECIAL]).len(),
            26 + 26 + 10 + 21
        );
        assert!(union([]).is_empty());
    }
}
