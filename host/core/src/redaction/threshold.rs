//! Which values are hidden. One that is too short, or that ordinary sentences have in them, would make messages
//! unreadable and hide nothing.

/// Shorter values are not recognised.
pub(super) const MIN_BYTES: usize = 8;

/// Values of at least [`MIN_BYTES`] that stand in messages with another meaning, in lower case.
const COMMON: [&str; 23] = [
    "[secret]",
    "127.0.0.1",
    "administrator",
    "anonymous",
    "authorization",
    "changeme",
    "component",
    "credential",
    "credentials",
    "database",
    "development",
    "http://localhost",
    "https://localhost",
    "localhost",
    "password",
    "passwort",
    "postgres",
    "postgresql",
    "production",
    "provider",
    "resource",
    "undefined",
    "username",
];

/// Whether a value is hidden: not one of less than [`MIN_BYTES`], of one character repeated, nor a common word.
pub(super) fn is_worth_hiding(value: &[u8]) -> bool {
    let is_one_character = || match std::str::from_utf8(value) {
        Ok(text) => {
            let mut characters = text.chars();
            let first = characters.next();
            characters.all(|character| Some(character) == first)
        }
        Err(_) => value.windows(2).all(|pair| pair.first() == pair.last()),
    };
    let is_common = || {
        COMMON
            .iter()
            .any(|word| word.as_bytes().eq_ignore_ascii_case(value))
    };
    value.len() >= MIN_BYTES && !is_one_character() && !is_common()
}

/// Whether a line of a value of many lines is hidden if it stands alone, as logs show it. Frames such as
/// `-----BEGIN PRIVATE KEY-----` are the same in all.
pub(super) fn is_line_worth_hiding(line: &[u8]) -> bool {
    line.len() >= 2 * MIN_BYTES && !line.starts_with(b"-----") && is_worth_hiding(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_repeated_or_a_common_word_is_no_secret() {
        for taken in [
            "12345678",
            "pa$$word",
            "eu-central-1",
            "ümlauter",
            "        x",
        ] {
            assert!(is_worth_hiding(taken.as_bytes()), "{taken}");
        }
        for left in [
            "",
            "1234567",
            "********",
            "üüüüüüüü",
            "Password",
            "localhost",
            MARKED,
        ] {
            assert!(!is_worth_hiding(left.as_bytes()), "{left}");
        }
        assert!(!is_worth_hiding(&[0xff; 20]));
        assert!(is_line_worth_hiding(b"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC"));
        assert!(!is_line_worth_hiding(b"-----BEGIN PRIVATE KEY-----"));
        assert!(!is_line_worth_hiding(b"  \"a\": true,"));
    }

    const MARKED: &str = super::super::MARK;

    #[test]
    fn common_words_are_written_as_they_are_compared() {
        let is_lower_case = |word: &&str| word.to_ascii_lowercase() == **word;
        assert!(COMMON.iter().all(is_lower_case));
        assert!(COMMON.iter().all(|word| word.len() >= MIN_BYTES));
    }
}
