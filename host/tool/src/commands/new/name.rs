//! Names that a new provider may have.

use crate::language::Language;

/// The maximum length of a name: it is a part of every type token, and of file names.
const MAX_LETTERS: usize = 64;

/// The fault of a name, as the end of a sentence that begins with it. `None` if the name can be used.
pub(super) fn fault(name: &str, language: Language) -> Option<String> {
    let fault = |text: &str| Some(text.to_owned());
    if name.is_empty() {
        return fault("is empty");
    }
    if name.len() > MAX_LETTERS {
        return Some(format!("has more than {MAX_LETTERS} letters"));
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
    if name == "pulumi" || name.starts_with("pulumi-") {
        return fault("is reserved by Pulumi, like every name that begins with `pulumi-`");
    }
    language.name_fault(name).map(str::to_owned)
}

/// The nearest name without a fault, if there is one.
pub(super) fn suggestion(name: &str, language: Language) -> Option<String> {
    let letters = name.chars().map(|letter| match letter {
        'A'..='Z' => letter.to_ascii_lowercase(),
        'a'..='z' | '0'..='9' => letter,
        _ => '-',
    });
    let letters: String = letters.collect();
    let words = letters.split('-').filter(|word| !word.is_empty());
    let suggested: String = words.collect::<Vec<_>>().join("-");
    // The names of programs: `pulumi-resource-acme` is the one of `acme`.
    let bare = suggested.strip_prefix("pulumi-resource-");
    let bare = bare.or_else(|| suggested.strip_prefix("pulumi-"));
    let mut suggested = bare.unwrap_or(&suggested).to_owned();
    suggested.truncate(MAX_LETTERS);
    if fault(&suggested, language).is_some() {
        suggested = format!("my-{suggested}");
    }
    fault(&suggested, language).is_none().then_some(suggested)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::LANGUAGES;

    fn language(word: &str) -> Language {
        let mut languages = LANGUAGES.into_iter();
        languages.find(|language| language.word() == word).unwrap()
    }

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
            ("pulumi-acme", "begins with `pulumi-`", Some("acme")),
            ("pulumi-nodejs", "begins with `pulumi-`", Some("nodejs")),
            (
                "pulumi-resource-acme",
                "begins with `pulumi-`",
                Some("acme"),
            ),
            ("größe", "`ö` in it", Some("gr-e")),
            ("-", "begin with a letter", None),
        ] {
            let fault = fault(name, language("rust")).unwrap();
            assert!(fault.contains(says), "{name}: {fault}");
            assert_eq!(
                suggestion(name, language("rust")).as_deref(),
                better,
                "{name}"
            );
        }
        for name in ["acme", "acme-cloud", "a", "route53", "test-lab"] {
            assert_eq!(fault(name, language("rust")), None, "{name}");
        }
        assert_eq!(fault("fn", language("python")), None);
        assert!(fault(&"a".repeat(65), language("python")).is_some());
    }
}
