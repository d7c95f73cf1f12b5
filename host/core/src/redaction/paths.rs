//! Property paths of a component that have a secret in their names. Engines show paths.

use std::borrow::Cow;

use super::Secrets;
use crate::call::Call;
use crate::error::CallError;
use crate::failure::PropertyDifference;

/// Shortens the paths of differences so that they end above the first name that has a known secret in it. The host's
/// own findings (`read_result`) stay: the program gives those names in the open.
///
/// # Errors
/// When a property's own name is a secret: nothing of that path is left.
pub(crate) fn open_paths(
    call: &Call,
    found: &[PropertyDifference],
    differences: &mut [PropertyDifference],
) -> Result<(), CallError> {
    if call.secrets.is_empty() {
        return Ok(());
    }
    for (index, difference) in differences.iter_mut().enumerate() {
        let path = &mut difference.property;
        // Most components give back what the host found, in its order.
        if found
            .get(index)
            .is_some_and(|known| known.property == *path)
        {
            continue;
        }
        let end = open_part(&call.secrets, path);
        if end == path.len() || found.iter().any(|known| known.property == *path) {
            continue;
        }
        if end == 0 {
            return Err(CallError::BadAnswer(
                "it found a difference in a property that has a secret in its name".to_owned(),
            ));
        }
        path.truncate(end);
    }
    Ok(())
}

/// The end of the part of a path whose names are not secrets.
fn open_part(secrets: &Secrets, path: &str) -> usize {
    let mut at = 0;
    while let Some(rest) = path.get(at..).filter(|rest| !rest.is_empty()) {
        let (name, length) = first_name(rest);
        if secrets.are_in(&name) {
            return at;
        }
        at += length;
    }
    path.len()
}

/// The name that a path begins with, and the length of all that stands for it. Text in another form than that of
/// engines is one name.
fn first_name(path: &str) -> (Cow<'_, str>, usize) {
    if let Some(quoted) = path.strip_prefix("[\"") {
        let mut name = String::new();
        let mut letters = quoted.char_indices().peekable();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    let end = "[\"".len() + at + 1;
                    let bracket = usize::from(path[end..].starts_with(']'));
                    return (Cow::Owned(name), end + bracket);
                }
                // The only escape; any other backslash is one.
                '\\' if letters.next_if(|(_, next)| *next == '"').is_some() => name.push('"'),
                other => name.push(other),
            }
        }
        return (Cow::Owned(name), path.len());
    }
    let is_index = path.starts_with('[');
    let bare = path.trim_start_matches(['.', '[']);
    let before = path.len() - bare.len();
    let end = match is_index {
        true => bare.find(']').map(|at| at + 1),
        false => bare.find(['.', '[']),
    };
    let end = end.unwrap_or(bare.len());
    let name = bare.get(..end).unwrap_or_default();
    // A step without a name has a length all the same.
    (
        Cow::Borrowed(name.trim_end_matches(']')),
        (before + end).max(1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_ends_above_the_first_name_that_is_a_secret() {
        let secrets = Secrets::new();
        for secret in ["a secret", "with.a\"quote", "secret] too"] {
            secrets.keep(secret);
        }
        for (path, expected) in [
            ("label", "label"),
            ("a.b[0].c", "a.b[0].c"),
            ("a.a secret", "a"),
            ("a[\"a secret\"].b", "a"),
            ("a[0][\"with.a\\\"quote\"]", "a[0]"),
            ("a.b.a secret.c", "a.b"),
            ("a secret", ""),
            ("[\"a secret\"]", ""),
            ("a[a secret]", "a"),
            ("a[\"a secret", "a"),
            ("a..a secret", "a"),
            ("a.b.", "a.b."),
            ("[", "["),
            ("]", "]"),
            ("a[\"\\", "a[\"\\"),
            ("ü[\"é\"", "ü[\"é\""),
            ("", ""),
        ] {
            let end = open_part(&secrets, path);
            assert_eq!(&path[..end], expected, "{path}");
        }
    }
}
