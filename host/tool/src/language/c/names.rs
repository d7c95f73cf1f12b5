//! Names of a schema as names in C.

use std::collections::BTreeSet;

/// Words that C, C++ or the header itself has.
const TAKEN: [&str; 101] = [
    "alignas",
    "alignof",
    "and",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "call",
    "case",
    "catch",
    "char",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "errno",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "from",
    "goto",
    "if",
    "inline",
    "int",
    "linux",
    "long",
    "map",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "stderr",
    "stdin",
    "stdout",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "unix",
    "union",
    "unsigned",
    "using",
    "value",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "wasm",
    "xor",
    "xor_eq",
];

/// `maxItems` and `MaxItems` become `max_items`.
pub(super) fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut made = String::new();
    for (index, letter) in letters.iter().enumerate() {
        let before = index.checked_sub(1).and_then(|index| letters.get(index));
        let after = letters.get(index + 1);
        let begins_word = letter.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || (before.is_ascii_uppercase() && after.is_some_and(char::is_ascii_lowercase))
            });
        if begins_word {
            made.push('_');
        }
        made.push(match letter {
            letter if letter.is_ascii_alphanumeric() => letter.to_ascii_lowercase(),
            _ => '_',
        });
    }
    if made.starts_with(|letter: char| letter.is_ascii_digit()) {
        made.insert(0, '_');
    }
    made
}

/// The name of a field or parameter.
pub(super) fn field(name: &str) -> String {
    let name = snake(name);
    if TAKEN.contains(&name.as_str()) {
        format!("{name}_")
    } else {
        name
    }
}

/// Macros of the C library that a type's name can make.
const MACROS: [&str; 16] = [
    "BUFSIZ",
    "CHAR_MAX",
    "CHAR_MIN",
    "ECHO",
    "EOF",
    "ERROR",
    "EXIT_FAILURE",
    "EXIT_SUCCESS",
    "INT_MAX",
    "INT_MIN",
    "LONG_MAX",
    "LONG_MIN",
    "NULL",
    "RAND_MAX",
    "SIZE_MAX",
    "UINT_MAX",
];

/// The names that a header has already.
#[derive(Default)]
pub(super) struct Names(BTreeSet<String>);

impl Names {
    /// A name that the header does not have yet: later names get underscores.
    pub(super) fn unique(&mut self, wanted: String) -> String {
        let mut name = wanted;
        while TAKEN.contains(&name.as_str())
            || MACROS.contains(&name.as_str())
            || !self.0.insert(name.clone())
        {
            name.push('_');
        }
        name
    }
}

/// The name of a token: `demo:index:Greeting` is `greeting`, and `demo:web/page:Page` is `web_page`.
pub(super) fn token(token: &str) -> String {
    let mut parts = token.splitn(3, ':').skip(1);
    let (module, name) = (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or(token),
    );
    let module = module.split('/').next().unwrap_or_default();
    match module {
        "index" | "" => snake(name),
        module => format!("{}_{}", snake(module), snake(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_words_with_underscores() {
        for (name, expected) in [
            ("maxItems", "max_items"),
            ("HTTPServer", "http_server"),
            ("urnOfOther", "urn_of_other"),
            ("ipv4Address", "ipv4_address"),
            ("medium-sized", "medium_sized"),
            ("2fa", "_2fa"),
        ] {
            assert_eq!(snake(name), expected);
        }
        assert_eq!(field("default"), "default_");
        assert_eq!(token("demo:index:HalfMade"), "half_made");
        assert_eq!(token("demo:web/page:Page"), "web_page");
    }

    #[test]
    fn the_second_thing_of_a_name_gets_another() {
        let mut names = Names::default();
        assert_eq!(names.unique("size".into()), "size");
        assert_eq!(names.unique("size".into()), "size_");
    }
}
