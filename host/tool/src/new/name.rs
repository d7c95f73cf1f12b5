//! Names that a new provider may have.

use crate::build::Language;

/// How long a name may be: it is a part of every type token, and of file names.
const LONGEST: usize = 64;

/// Words that the compiler takes for something else, as names of packages.
const RUST_WORDS: &[&str] = &[
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "const",
    "continue",
    "core",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "pub",
    "pulumi-wasm-provider",
    "ref",
    "return",
    "self",
    "serde",
    "serde-json",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "wit-bindgen",
    "yield",
];

/// The fault of a name, in words that end a sentence with it, or `None` for a good name.
pub(super) fn fault(name: &str, language: Language) -> Option<String> {
    let fault = |text: &str| Some(text.to_owned());
    if name.is_empty() {
        return fault("is empty");
    }
    if name.len() > LONGEST {
        return Some(format!("has more than {LONGEST} letters"));
    }
    if let Some(found) = name
        .chars()
        .find(|letter| !letter.is_ascii_lowercase() && !letter.is_ascii_digit() && *letter != '-')
    {
        return Some(match found {
            'A'..='Z' => "has a capital letter".to_owned(),
            ' ' => "has a space in it".to_owned(),
            '/' => "has a `/` in it; the folder is given by --into".to_owned(),
            _ => format!("has `{}` in it", found.escape_debug()),
        });
    }
    if !name.starts_with(|letter: char| letter.is_ascii_lowercase()) {
        return fault("does not begin with a letter");
    }
    if name.ends_with('-') || name.contains("--") {
        return fault("has a hyphen without a word after it");
    }
    if name == "pulumi" {
        return fault("is reserved by Pulumi");
    }
    if language == Language::Rust && RUST_WORDS.contains(&name) {
        return fault("means something else to the Rust compiler");
    }
    None
}

/// The nearest name without fault, if there is one.
pub(super) fn suggestion(name: &str, language: Language) -> Option<String> {
    let letters = name.chars().map(|letter| match letter {
        'A'..='Z' => letter.to_ascii_lowercase(),
        'a'..='z' | '0'..='9' => letter,
        _ => '-',
    });
    let letters: String = letters.collect();
    let words = letters.split('-').filter(|word| !word.is_empty());
    let mut suggested: String = words.collect::<Vec<_>>().join("-");
    suggested.truncate(LONGEST);
    if fault(&suggested, language).is_some() {
        suggested = format!("my-{suggested}");
    }
    fault(&suggested, language).is_none().then_some(suggested)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_faults_are_told_with_one_that_has_none() {
        for (name, says, better) in [
            ("", "is empty", None),
            ("Acme", "a capital letter", Some("acme")),
            ("acme cloud", "a space", Some("acme-cloud")),
            ("../acme", "`.` in it", Some("acme")),
            ("acme/cloud", "--into", Some("acme-cloud")),
            ("acme_cloud", "`_` in it", Some("acme-cloud")),
            ("acme\u{1b}[2J", "`\\u{1b}` in it", Some("acme-2j")),
            ("9lives", "begin with a letter", Some("my-9lives")),
            ("acme-", "without a word after it", Some("acme")),
            ("fn", "the Rust compiler", Some("my-fn")),
            ("pulumi", "reserved by Pulumi", Some("my-pulumi")),
            ("größe", "`ö` in it", Some("gr-e")),
            ("-", "begin with a letter", None),
        ] {
            let fault = fault(name, Language::Rust).unwrap();
            assert!(fault.contains(says), "{name}: {fault}");
            assert_eq!(
                suggestion(name, Language::Rust).as_deref(),
                better,
                "{name}"
            );
        }
        for name in ["acme", "acme-cloud", "a", "route53", "test-lab"] {
            assert_eq!(fault(name, Language::Rust), None, "{name}");
        }
        assert_eq!(fault("fn", Language::Python), None);
        assert!(fault(&"a".repeat(65), Language::Python).is_some());
    }
}
