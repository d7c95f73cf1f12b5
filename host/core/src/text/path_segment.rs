//! Path segments that every server reads in the same way, so that a rule for one path cannot match another path.

/// Whether every server reads a path segment as the same name. Servers differ in how they read separators, dots,
/// parameters (`;`) and escapes, so only characters are allowed that all servers read alike. `further` lists more
/// allowed characters.
#[must_use]
pub fn is_unambiguous_segment(part: &str, further: &str) -> bool {
    let is_known = |character: char| {
        if character.is_ascii() {
            character.is_ascii_alphanumeric()
                || "-._~+=,@ ".contains(character)
                || further.contains(character)
        } else {
            character.is_alphabetic()
        }
    };
    unescaped(part).is_some_and(|name| {
        // `.` and `..` lead elsewhere. Some systems drop spaces and dots at the end of a name before they compare it.
        name.chars().all(is_known) && name.chars().any(|character| !" .".contains(character))
    })
}

/// The name in a path segment. `None` if a character is escaped without need, or the name is not UTF-8.
fn unescaped(part: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = part.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let escaped = u8::try_from(digit()? * 16 + digit()?).ok()?;
        if escaped.is_ascii() && escaped != b' ' {
            return None;
        }
        bytes.push(escaped);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        /// A plain name consists of known characters.
        #[test]
        fn a_plain_name_is_made_of_known_characters(part in ".{0,12}", further in proptest::sample::select(vec!["", ":"])) {
            let is_odd = |character: char| {
                let odd = "/\\;:%?#*|&$<>\"'`!(){}[]^";
                character.is_control() || (odd.contains(character) && !further.contains(character))
            };
            if let Some(name) = unescaped(&part).filter(|_| is_unambiguous_segment(&part, further)) {
                proptest::prop_assert!(!name.chars().any(is_odd), "{part}");
                proptest::prop_assert!(!name.trim_matches([' ', '.']).is_empty(), "{part}");
            }
        }
    }
}
