//! "Did you mean": the known name that is nearest to an unknown one.
//!
//! A component may have many long names, so only small distances are computed: at most 700 cells of the table for two
//! names of 100 letters, where the crate `strsim` fills all 10,000.

/// Longer names are not compared: a typing mistake of one letter is unlikely in them.
const MAX_NAME_CHARACTERS: usize = 100;

/// The maximum number of known names that are compared.
const MAX_KNOWN: usize = 2_000;

/// The nearest of the known names, if one is near enough to be a slip.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    if length > MAX_NAME_CHARACTERS {
        return None;
    }
    let allowed = (length / 3).clamp(1, 3);
    let wanted = letters(name);
    known
        .take(MAX_KNOWN)
        .filter_map(|candidate| {
            let is_near = candidate.len() <= MAX_NAME_CHARACTERS * char::MAX_LEN_UTF8
                && candidate
                    .chars()
                    .filter(is_letter)
                    .count()
                    .abs_diff(wanted.len())
                    <= allowed;
            // A name that is much shorter or longer is not the intended one.
            let found = is_near.then(|| distance(&wanted, &letters(candidate), allowed))?;
            Some((found?, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// `; did you mean …?`, or an empty text.
pub(crate) fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    nearest(name, known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"))
}

/// The number of letters to insert, delete, replace or swap with their neighbour. Case and the separators `_` and `-`
/// do not count. `None` if the number is greater than `most`.
fn distance(left: &[char], right: &[char], most: usize) -> Option<usize> {
    let far = most + 1;
    let mut before_previous: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=right.len()).map(|cell| cell.min(far)).collect();
    let mut left_before = None;
    for (row, &left_letter) in left.iter().enumerate() {
        let mut current = vec![(row + 1).min(far)];
        // Cells farther from the diagonal exceed the limit.
        let skipped = row.saturating_sub(most);
        current.extend(std::iter::repeat_n(far, skipped));
        let mut right_before = skipped.checked_sub(1).and_then(|at| right.get(at)).copied();
        let cells = right.iter().zip(previous.windows(2)).enumerate();
        for (column, (&right_letter, above)) in cells.skip(skipped).take(2 * most + 1) {
            let (diagonal, up) = match above {
                [diagonal, up] => (*diagonal, *up),
                _ => continue,
            };
            let beside = current.last().copied().unwrap_or_default();
            let mut best = (diagonal + usize::from(left_letter != right_letter))
                .min(up + 1)
                .min(beside + 1);
            if left_before == Some(right_letter) && right_before == Some(left_letter) {
                let swapped = column.checked_sub(1).and_then(|at| before_previous.get(at));
                best = swapped.map_or(best, |distance| best.min(distance + 1));
            }
            current.push(best.min(far));
            right_before = Some(right_letter);
        }
        if current.iter().chain(&previous).all(|cell| *cell >= far) {
            return None;
        }
        current.resize(right.len() + 1, far);
        left_before = Some(left_letter);
        before_previous = std::mem::replace(&mut previous, current);
    }
    previous
        .last()
        .copied()
        .filter(|distance| *distance <= most)
}

fn is_letter(letter: &char) -> bool {
    !matches!(letter, '_' | '-')
}

fn letters(name: &str) -> Vec<char> {
    name.chars()
        .filter(is_letter)
        .take(MAX_NAME_CHARACTERS)
        .flat_map(char::to_lowercase)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_near_and_other_words_are_not() {
        let known = ["length", "minLower", "keepers", "id"];
        let nearest = |name| nearest(name, known.into_iter());
        assert_eq!(nearest("lenght"), Some("length"));
        assert_eq!(nearest("min_lower"), Some("minLower"));
        assert_eq!(nearest("Keepers"), Some("keepers"));
        assert_eq!(nearest("keeper"), Some("keepers"));
        assert_eq!(nearest("ID"), Some("id"));
        assert_eq!(nearest("special"), None);
        assert_eq!(nearest("x"), None);
        assert_eq!(nearest(&"length".repeat(50)), None);
    }

    #[test]
    fn distances_count_swaps_once() {
        let distance = |left, right, most| distance(&letters(left), &letters(right), most);
        assert_eq!(distance("abcd", "abdc", 3), Some(1));
        assert_eq!(distance("", "abc", 3), Some(3));
        assert_eq!(distance("abc", "", 3), Some(3));
        assert_eq!(distance("kitten", "sitting", 3), Some(3));
        assert_eq!(distance("kitten", "sitting", 2), None);
        assert_eq!(distance("abcdefgh", "bcdefghx", 3), Some(2));
        assert_eq!(distance("abcdefgh", "habcdefg", 2), Some(2));
        assert_eq!(distance("abcdefgh", "stuvwxyz", 3), None);
    }
}
