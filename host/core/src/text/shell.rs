//! Words for a shell.
//!
//! The crate `shlex` keeps terminal control characters in a word, and refuses some words.

use super::on_one_line;

/// Quotes a word for a POSIX shell: it is put in single quotes if it contains anything except letters, digits and
/// characters without meaning for a shell. A command of such words can be copied from a message.
///
/// Unprintable characters are replaced first. A command with such a word then names another file, and does no harm.
#[must_use]
pub fn quoted(word: &str) -> String {
    let is_plain =
        |character: char| character.is_ascii_alphanumeric() || "-_./:=@%+,".contains(character);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", on_one_line(word).replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_means_something_to_a_shell_is_in_quotes() {
        for (word, expected) in [
            ("./acme.wasm", "./acme.wasm"),
            ("memory=2GiB", "memory=2GiB"),
            ("", "''"),
            ("two words", "'two words'"),
            ("it's", r"'it'\''s'"),
            ("X; curl a.example | sh", "'X; curl a.example | sh'"),
            ("$(reboot)", "'$(reboot)'"),
            ("*.example.com", "'*.example.com'"),
            ("~root", "'~root'"),
            ("ä", "'ä'"),
            ("a\nb\u{1b}[2K", "'a␊b␛[2K'"),
        ] {
            assert_eq!(quoted(word), expected);
        }
    }

    proptest! {
        // Each case starts a shell.
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn a_shell_gives_the_word_back(words in prop::collection::vec("[ -~äß\u{1f680}]{0,12}", 1..6)) {
            let line: Vec<_> = words.iter().map(|word| quoted(word)).collect();
            let printed = Command::new("sh")
                .args(["-c", &format!("printf '%s|' {}", line.join(" "))])
                .output()
                .expect("a shell");
            let expected: String = words.iter().map(|word| format!("{word}|")).collect();
            prop_assert_eq!(String::from_utf8_lossy(&printed.stdout), expected);
        }
    }
}
