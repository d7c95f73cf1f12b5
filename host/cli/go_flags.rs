//! Flags in the syntax of Go programs: one or two dashes, for short and long names.
//!
//! Engines start every plugin as if it were a Go program, and engines of 2019 write `-logtostderr`.

use std::ffi::OsString;
use std::iter::Peekable;

/// The same words in the form that the parser takes. A word that is not a flag of an engine stays unchanged, and so
/// does everything after the first positional argument.
pub(super) fn as_parsed(words: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut words = words.into_iter().peekable();
    let mut taken = Vec::new();
    while let Some(word) = words.next_if(is_flag) {
        match word.to_str().and_then(split) {
            Some(("logtostderr", value)) => taken.extend(log_flag(value)),
            Some(("v", value)) => taken.push(level_flag(value, &mut words)),
            Some(("tracing", value)) => taken.push(tracing_flag(value, &mut words)),
            _ => taken.push(word),
        }
    }
    taken.extend(words);
    taken
}

fn is_flag(word: &OsString) -> bool {
    word != "-" && word != "--" && word.as_encoded_bytes().starts_with(b"-")
}

/// The name of a flag, and the value behind `=`.
fn split(word: &str) -> Option<(&str, Option<&str>)> {
    let word = word.strip_prefix('-')?;
    let word = word.strip_prefix('-').unwrap_or(word);
    Some(match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    })
}

/// A flag that is set or not. Another value is left to the parser, which refuses it.
fn log_flag(value: Option<&str>) -> Option<OsString> {
    match value {
        None | Some("1" | "t" | "T" | "true" | "TRUE" | "True") => Some("--logtostderr".into()),
        Some("0" | "f" | "F" | "false" | "FALSE" | "False") => None,
        Some(other) => Some(format!("--logtostderr={other}").into()),
    }
}

/// Without `=`, only a number is the level: the next word may be the engine's address.
fn level_flag(
    value: Option<&str>,
    words: &mut Peekable<impl Iterator<Item = OsString>>,
) -> OsString {
    if let Some(value) = value {
        return format!("-v={value}").into();
    }
    let is_level = |word: &OsString| {
        let bytes = word.as_encoded_bytes();
        !bytes.is_empty() && bytes.iter().all(u8::is_ascii_digit)
    };
    match words.next_if(is_level) {
        Some(level) => joined("-v=", level),
        None => "-v".into(),
    }
}

fn tracing_flag(value: Option<&str>, words: &mut impl Iterator<Item = OsString>) -> OsString {
    match value.map(OsString::from).or_else(|| words.next()) {
        Some(address) => joined("--tracing=", address),
        None => "--tracing".into(),
    }
}

fn joined(flag: &str, value: OsString) -> OsString {
    let mut word = OsString::from(flag);
    word.push(value);
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(words: &[&str]) -> Vec<OsString> {
        as_parsed(words.iter().map(OsString::from))
    }

    #[test]
    fn flags_of_engines_are_taken_in_each_form_of_go() {
        const ADDRESS: &str = "127.0.0.1:4000";
        for (words, expected) in [
            (&["-logtostderr"][..], &["--logtostderr"][..]),
            (&["--logtostderr"], &["--logtostderr"]),
            (&["-logtostderr=true"], &["--logtostderr"]),
            (&["--logtostderr=1"], &["--logtostderr"]),
            (&["-logtostderr=false"], &[]),
            (&["-logtostderr=perhaps"], &["--logtostderr=perhaps"]),
            (&["-v=9"], &["-v=9"]),
            (&["--v=9"], &["-v=9"]),
            (&["-v", "9"], &["-v=9"]),
            (&["-v"], &["-v"]),
            (&["-tracing", "tcp://h:1"], &["--tracing=tcp://h:1"]),
            (&["--tracing", "tcp://h:1"], &["--tracing=tcp://h:1"]),
            (&["-tracing=tcp://h:1"], &["--tracing=tcp://h:1"]),
            (
                &["-logtostderr", "-v=3", "--tracing", "t"],
                &["--logtostderr", "-v=3", "--tracing=t"],
            ),
        ] {
            let expected: Vec<OsString> =
                expected.iter().chain([&ADDRESS]).map(Into::into).collect();
            assert_eq!(parsed(&[words, &[ADDRESS]].concat()), expected, "{words:?}");
        }
        assert_eq!(parsed(&["-tracing"]), ["--tracing"]);
    }

    #[test]
    fn other_words_stay() {
        for words in [
            &["--attach", "--allow-user", "me", "-v"][..],
            &["-no-such-flag"],
            &["127.0.0.1:4000", "-logtostderr"],
            &["compile-component", "-tracing", "x"],
            &["--", "-logtostderr"],
            &["-", "-logtostderr"],
            &[],
        ] {
            assert_eq!(parsed(words), words, "{words:?}");
        }
    }
}
