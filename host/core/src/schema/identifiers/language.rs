//! The identifiers that Pulumi's generators make of a schema's names, in each language.

use super::reserved_words;

/// A language that Pulumi generates SDKs for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Language {
    NodeJs,
    Python,
    Go,
    DotNet,
    Java,
}

impl Language {
    pub const ALL: [Language; 5] = [
        Language::NodeJs,
        Language::Python,
        Language::Go,
        Language::DotNet,
        Language::Java,
    ];

    /// The language's name for people.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Language::NodeJs => "Node.js",
            Language::Python => "Python",
            Language::Go => "Go",
            Language::DotNet => ".NET",
            Language::Java => "Java",
        }
    }

    /// The language's name for `pulumi gen-sdk --language`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Language::NodeJs => "nodejs",
            Language::Python => "python",
            Language::Go => "go",
            Language::DotNet => "dotnet",
            Language::Java => "java",
        }
    }

    /// The identifier of a property, an argument or a result.
    #[must_use]
    pub fn property(self, name: &str) -> String {
        match self {
            Language::NodeJs => name.to_owned(),
            Language::Python => python_name(name),
            Language::Go => match title(name) {
                field if matches!(&*field, "ID" | "URN" | "GetProvider" | "ElementType") => {
                    field + "_"
                }
                field => field,
            },
            Language::DotNet => capitalized(&without_hyphens(name)),
            Language::Java => match java_word(name) {
                field if reserved_words::is_java_method(&field) => field + "_",
                field => field,
            },
        }
    }

    /// The identifier of a method of a resource.
    #[must_use]
    pub fn method(self, name: &str) -> String {
        match self {
            Language::NodeJs => camel_case(name),
            Language::Python => python_name(name),
            Language::Go => title(name),
            Language::DotNet => capitalized(&without_hyphens(name)),
            Language::Java => java_word(name),
        }
    }

    /// The identifier of a configuration value.
    #[must_use]
    pub fn variable(self, name: &str) -> String {
        match self {
            Language::Go => format!("Get{}", title(name)),
            Language::Java => java_word(name),
            _ => self.property(name),
        }
    }

    /// The name of the class of a resource or of a type.
    #[must_use]
    pub fn class(self, name: &str) -> String {
        match self {
            Language::Go => title(name),
            _ => capitalized(name),
        }
    }

    /// The prefix of the classes for a function's arguments and results.
    #[must_use]
    pub fn class_of_function(self, name: &str) -> String {
        match self {
            Language::NodeJs => capitalized(&camel_case(name)),
            Language::Java => java_word(&capitalized(name)),
            _ => self.class(name),
        }
    }

    /// The name of the file of a resource or function, without its ending.
    #[must_use]
    pub fn file(self, name: &str) -> String {
        match self {
            Language::Python => python_name(&capitalized(name)),
            Language::NodeJs | Language::Go => camel_case(&capitalized(name)),
            Language::DotNet | Language::Java => capitalized(name),
        }
    }

    /// The identifier of a member of an enum; `None` if the generator refuses it.
    #[must_use]
    pub fn enum_member(self, text: &str, class: &str) -> Option<String> {
        let text = expanded(text);
        let mut letters = text.chars();
        let only = letters.next().filter(|_| letters.next().is_none());
        // The generators look at single bytes.
        if only.is_some_and(|only| only.is_ascii() && !self.is_start(only)) {
            return None;
        }
        let member = match self {
            Language::NodeJs => single_underscores(&safe(
                &capitalized(text),
                |letter| self.is_start(letter),
                reserved_words::is_javascript,
                "_",
            )),
            Language::Python => {
                let word = python_name(text).to_uppercase();
                let word = safe(&word, |letter| self.is_start(letter), |_| false, "");
                if word.starts_with('_') {
                    single_underscores(&format!("{}{word}", python_name(class).to_uppercase()))
                } else {
                    single_underscores(&word)
                }
            }
            Language::Go => {
                let word = safe(
                    &enum_title(text),
                    |letter| self.is_start(letter),
                    reserved_words::is_go,
                    "_",
                );
                let word = single_underscores(&word);
                if word.contains('_') && !word.starts_with('_') {
                    format!("{class}_{word}")
                } else {
                    format!("{class}{word}")
                }
            }
            // The generator prefixes this word with `@`, which is not a part of the name. A method of the type has that
            // name.
            Language::DotNet if text == "equals" => return None,
            Language::DotNet => {
                let word = safe(text, |letter| self.is_start(letter), |_| false, "");
                let word = single_underscores(&each_word_capitalized(&word));
                match &*word {
                    "Equals" => "EqualsValue".to_owned(),
                    _ => word,
                }
            }
            Language::Java => single_underscores(&each_word_capitalized(&java_word(text))),
        };
        Some(match (self, member.starts_with('_')) {
            (Language::NodeJs | Language::DotNet, true) => format!("{class}{member}"),
            _ => member,
        })
    }

    /// Whether a text is an identifier that a declaration may have.
    #[must_use]
    pub fn is_identifier(self, text: &str) -> bool {
        let mut letters = text.chars();
        letters.next().is_some_and(|first| self.is_start(first))
            && letters.all(|letter| self.is_start(letter) || letter.is_numeric())
    }

    fn is_start(self, letter: char) -> bool {
        letter == '_'
            || letter.is_alphabetic()
            || letter == '$' && matches!(self, Language::NodeJs | Language::Java)
    }
}

/// A name as an identifier of Python: a keyword gets `_` at its end.
fn python_name(name: &str) -> String {
    let name = snake_case(name);
    if reserved_words::is_python(&name) {
        name + "_"
    } else {
        name
    }
}

/// `fooBar` and `FooBar` as `foo_bar`, `SHA256Hash` as `sha256_hash`, `vpcIDs` as `vpc_ids`.
#[must_use]
pub fn snake_case(name: &str) -> String {
    #[derive(Clone, Copy)]
    enum Last {
        Nothing,
        /// A capital after a small letter or digit.
        Capital,
        /// A capital after a capital.
        Acronym,
        Small,
    }
    let mut result = String::with_capacity(name.len() + 5);
    let mut part = String::new();
    let mut last = Last::Nothing;
    let end_part = |result: &mut String, part: &mut String| {
        if !result.is_empty() {
            result.push('_');
        }
        result.push_str(part);
        part.clear();
    };
    for letter in name.chars() {
        let letter = if letter == '_' || letter.is_alphanumeric() {
            letter
        } else {
            '_'
        };
        if matches!(last, Last::Nothing) && letter.is_numeric() {
            part.push('_');
        }
        let is_capital = letter.is_uppercase();
        last = match (last, is_capital) {
            (Last::Nothing, true) => Last::Capital,
            (Last::Capital | Last::Acronym, true) => Last::Acronym,
            (Last::Small, true) => {
                end_part(&mut result, &mut part);
                Last::Capital
            }
            (Last::Acronym, false) if !letter.is_numeric() && letter != 's' => {
                let capital = part.pop();
                end_part(&mut result, &mut part);
                part.extend(capital);
                Last::Small
            }
            (_, false) => Last::Small,
        };
        if is_capital {
            part.extend(letter.to_lowercase())
        } else {
            part.push(letter)
        }
    }
    if !part.is_empty() {
        end_part(&mut result, &mut part);
    }
    result
}

/// A name of Go that other packages see.
fn title(name: &str) -> String {
    let name = without_hyphens(&capitalized(name.trim_start_matches('$')));
    if name.starts_with(|first: char| first == '_' || first.is_alphabetic()) || name.is_empty() {
        name
    } else {
        format!("_{name}")
    }
}

/// The exported Go name of an enum's member: `a-b` becomes `A_B`.
fn enum_title(text: &str) -> String {
    if let Some(rest) = text.strip_prefix('$') {
        return title(rest);
    }
    let capital = capitalized(text);
    let mut parts = capital.split('-');
    let first = parts.next().unwrap_or_default().to_owned();
    let mut rest: Vec<String> = parts.map(capitalized).collect();
    // A hyphen at the end only goes.
    if rest.last().is_some_and(String::is_empty) {
        rest.pop();
    }
    rest.iter().fold(first, |all, part| format!("{all}_{part}"))
}

fn camel_case(name: &str) -> String {
    let name = without_hyphens(name);
    let capitals = name.chars().take_while(|letter| !letter.is_lowercase());
    let end: usize = capitals.map(char::len_utf8).sum();
    let (capitals, rest) = name.split_at(end);
    capitals.to_lowercase() + rest
}

/// `a-b` as `aB`.
fn without_hyphens(name: &str) -> String {
    let mut parts = name.split('-');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + &capitalized(part))
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

fn each_word_capitalized(text: &str) -> String {
    let mut before = ' ';
    text.chars()
        .map(|letter| {
            let begins = before != '_' && !before.is_alphanumeric();
            before = letter;
            if begins {
                letter.to_uppercase().next().unwrap_or(letter)
            } else {
                letter
            }
        })
        .collect()
}

/// A Java identifier: hyphens go, a reserved word gets `_` at its end.
fn java_word(name: &str) -> String {
    let name = name.replace('-', "");
    let is_start = |letter: char| matches!(letter, '_' | '$') || letter.is_alphabetic();
    let word = safe(&name, is_start, |_| false, "");
    if reserved_words::is_java(&word) {
        word + "_"
    } else {
        word
    }
}

/// Replaces each letter that an identifier cannot have by `_`, and marks a reserved word.
fn safe(
    text: &str,
    is_start: impl Fn(char) -> bool,
    is_reserved: impl Fn(&str) -> bool,
    mark: &str,
) -> String {
    let mut word = String::with_capacity(text.len() + 1);
    for letter in text.chars() {
        let is_part = is_start(letter) || letter.is_numeric();
        if word.is_empty() && is_part && !is_start(letter) {
            word.push('_');
        }
        word.push(if is_part { letter } else { '_' });
    }
    if is_reserved(&word) {
        format!("{mark}{word}")
    } else {
        word
    }
}

fn single_underscores(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter != '_' || !result.ends_with('_') {
            result.push(letter);
        }
    }
    result
}

/// Names of digits and of the asterisk, which generators use.
fn expanded(text: &str) -> &str {
    match text {
        "*" => "Asterisk",
        "0" => "Zero",
        "1" => "One",
        "2" => "Two",
        "3" => "Three",
        "4" => "Four",
        "5" => "Five",
        "6" => "Six",
        "7" => "Seven",
        "8" => "Eight",
        "9" => "Nine",
        _ => text,
    }
}
