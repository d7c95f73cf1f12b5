//! Names of a schema as identifiers. Every name that passes [`is_usable`] has one.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// The maximum length of a name in a module.
const MAX_NAME_BYTES: usize = 100;
/// The longest token.
const MAX_TOKEN_BYTES: usize = 300;

/// Whether a property or a type can be named in a module: letters, digits, `_`, `-`, `$` and `.` of ASCII, a letter
/// among them.
pub(crate) fn is_usable(name: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || "_-$.".contains(letter);
    name.len() <= MAX_NAME_BYTES
        && name.chars().all(fits)
        && name.contains(|letter: char| letter.is_ascii_alphabetic())
}

/// Whether a token can be in a module.
pub(crate) fn is_token(token: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || ":/-_.".contains(letter);
    token.len() <= MAX_TOKEN_BYTES && token.chars().all(fits)
}

/// The words of a name in lower case: `indexDocument`, `index-document` and `IndexDocument` have the same words.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let letters: Vec<char> = name.chars().collect();
    let mut begins = true;
    for (place, letter) in letters.iter().enumerate() {
        if !letter.is_ascii_alphanumeric() {
            begins = true;
            continue;
        }
        let before = place.checked_sub(1).and_then(|place| letters.get(place));
        let next = letters.get(place + 1);
        let is_small =
            |letter: Option<&char>| letter.is_some_and(|letter| !letter.is_ascii_uppercase());
        // `HTTPServer` is `http server`.
        let is_start = letter.is_ascii_uppercase()
            && (is_small(before) || next.is_some_and(char::is_ascii_lowercase));
        if begins || is_start {
            words.push(String::new());
        }
        begins = false;
        if let Some(word) = words.last_mut() {
            word.push(letter.to_ascii_lowercase());
        }
    }
    words
}

/// `index_document`.
pub(crate) fn snake(name: &str) -> String {
    led_by_letter(words(name).join("_"), "_")
}

/// `IndexDocument`.
pub(crate) fn pascal(name: &str) -> String {
    let capital = |word: String| {
        let mut letters = word.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).collect::<String>()
    };
    led_by_letter(words(name).into_iter().map(capital).collect(), "N")
}

fn led_by_letter(name: String, lead: &str) -> String {
    if name.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        name
    } else {
        format!("{lead}{name}")
    }
}

/// The identifiers of one scope. Each is used once.
#[derive(Debug, Default)]
pub(crate) struct TakenNames(BTreeSet<String>);

impl TakenNames {
    /// A scope in which these identifiers are already taken.
    pub(crate) fn with(words: &[&str]) -> Self {
        Self(words.iter().map(|word| (*word).to_owned()).collect())
    }

    /// The wanted identifier, or a similar one if it is taken.
    pub(crate) fn take(&mut self, wanted: &str) -> String {
        self.take_with(wanted, &[])
    }

    /// Takes an identifier and its variants: the identifier itself, and the identifier with each of these suffixes.
    pub(crate) fn take_with(&mut self, wanted: &str, more: &[&str]) -> String {
        let numbered = (2..).map(|number| format!("{wanted}_{number}"));
        let mut candidates = [wanted.to_owned(), format!("{wanted}_")]
            .into_iter()
            .chain(numbered);
        let all = |candidate: &str| {
            let behind = more.iter().map(|more| format!("{candidate}{more}"));
            behind
                .chain([candidate.to_owned()])
                .collect::<Vec<String>>()
        };
        let found = candidates.find(|candidate| {
            let mut all = all(candidate).into_iter();
            all.all(|name| !self.0.contains(&name))
        });
        let found = found.unwrap_or_else(|| wanted.to_owned());
        self.0.extend(all(&found));
        found
    }
}

/// The names that a module imports, noted where a writer uses them. The same word in a description or a key is not an
/// import.
#[derive(Debug, Default)]
pub(crate) struct Imports(RefCell<BTreeSet<&'static str>>);

impl Imports {
    /// Notes that the module imports the name, and returns it.
    pub(crate) fn with(&self, name: &'static str) -> &'static str {
        self.0.borrow_mut().insert(name);
        name
    }

    /// Whether the module imports the name.
    pub(crate) fn have(&self, name: &str) -> bool {
        self.0.borrow().contains(name)
    }
}
