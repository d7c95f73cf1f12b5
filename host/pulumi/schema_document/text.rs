//! Texts and names that SDK generators write into code. Some generators do not quote them.

/// The maximum length of words, names and tokens in bytes.
const MAX_WORD: usize = 1000;

/// A text for comments of any language: nothing in it ends a comment, and its lines are those that each language sees.
pub(super) fn in_comments(text: &str) -> String {
    let text = lines(text).replace("*/", "*&#47;");
    // Some languages interpret `\u` even in comments.
    let mut safe = String::with_capacity(text.len());
    let mut backslashes = 0;
    for letter in text.chars() {
        match letter {
            '\\' => backslashes += 1,
            letter => {
                let shown = if letter == 'u' { "/" } else { "\\" };
                safe.extend(std::iter::repeat_n(shown, backslashes));
                backslashes = 0;
                safe.push(letter);
            }
        }
    }
    safe
}

/// A text for strings and comments of any language, on one line, without quotation marks and escapes.
pub(super) fn in_code(text: &str) -> String {
    let text = lines(text).replace("*/", "*&#47;");
    let text: String = text
        .chars()
        .map(|letter| match letter {
            '"' => '\'',
            '\\' => '/',
            '\n' | '\t' => ' ',
            letter => letter,
        })
        .collect();
    text.trim().to_owned()
}

/// A text for files that build tools read as XML, Groovy or TOML, on one line. Replaces characters that begin an
/// element, a variable or an expression by similar characters.
pub(super) fn in_build_files(text: &str) -> String {
    let text: String = in_code(text)
        .chars()
        .map(|letter| match letter {
            '<' => '‹',
            '>' => '›',
            '\'' | '`' => '’',
            '&' => '＆',
            '$' => '＄',
            '{' => '(',
            '}' => ')',
            letter => letter,
        })
        .collect();
    // In the order of MSBuild: `%(…)` and `@(…)` are read, too.
    text.replace("%(", "% (").replace("@(", "@ (")
}

/// The text with `\n` alone between its lines, and no other control character. A generator that sees a tab after a `>`
/// doubles letters, and could make the end of a comment of them.
fn lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n");
    text.chars()
        .map(|letter| match letter {
            '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
            '\n' => letter,
            letter if letter.is_control() || is_invisible_order(letter) => ' ',
            letter => letter,
        })
        .collect()
}

/// Whether a character changes the order in which others are shown, so that a reader sees other code than the code that
/// runs.
fn is_invisible_order(letter: char) -> bool {
    matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Letters, digits and punctuation that never end a string in any language: names, tokens, keywords, licenses.
pub(super) fn is_word(word: &str) -> bool {
    word.len() <= MAX_WORD
        && word
            .chars()
            .all(|letter| letter.is_alphanumeric() || " $+-./:@_()".contains(letter))
        && !word.contains("../")
}

/// A word without a meaning to build tools.
pub(super) fn is_plain_word(word: &str) -> bool {
    is_word(word) && !word.contains(['$', '@'])
}

/// Words of letters, digits and `_` with dots, slashes or hyphens between them.
pub(super) fn is_namespace(name: &str) -> bool {
    let is_part = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && part
                .chars()
                .all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
    };
    name.len() <= MAX_WORD && name.split(['.', '/', '-']).all(is_part)
}

pub(super) fn is_namespace_or_empty(name: &str) -> bool {
    name.is_empty() || is_namespace(name)
}

/// An address of the web without anything that ends a string.
pub(super) fn is_address(address: &str) -> bool {
    let is_web = ["https://", "http://"]
        .iter()
        .any(|scheme| address.starts_with(scheme));
    is_web
        && address.len() <= MAX_WORD
        && address
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "-._~:/?#@!&+,;=%".contains(letter))
}

/// A text that generated code can quote without escapes.
pub(super) fn is_literal(text: &str) -> bool {
    !text.chars().any(|letter| {
        letter.is_control()
            || is_invisible_order(letter)
            || "'\"\\\u{2028}\u{2029}".contains(letter)
    })
}

/// A regular expression of Go, which is compiled and nothing else.
pub(super) fn is_expression(text: &str) -> bool {
    text.len() <= MAX_WORD && !text.chars().any(char::is_control)
}

/// The name of a property.
pub(super) fn is_property(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= MAX_WORD
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || "_$-".contains(letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_a_comment_or_a_string() {
        for (text, comment, code) in [
            ("a\r\nb\rc\u{2028}d\u{85}e", "a\nb\nc\nd\ne", "a b c d e"),
            ("a */ b", "a *&#47; b", "a *&#47; b"),
            (
                r"\u002a/ \\u002a C:\x",
                r"/u002a/ //u002a C:\x",
                "/u002a/ //u002a C:/x",
            ),
            ("say \"\"\" + `x`", "say \"\"\" + `x`", "say ''' + `x`"),
            ("${HOME}\u{1b}[2J", "${HOME} [2J", "${HOME} [2J"),
            ("a\u{202e}b", "a b", "a b"),
        ] {
            assert_eq!(in_comments(text), comment);
            assert_eq!(in_code(text), code);
        }
    }

    #[test]
    fn no_text_is_an_instruction_to_a_build_tool() {
        for (text, expected) in [
            (
                "x</Description><Exec Command=\"id\"/>",
                "x‹/Description›‹Exec Command=’id’/›",
            ),
            (
                "${['id'].execute()} $(Name)",
                "＄([’id’].execute()) ＄(Name)",
            ),
            ("\"; exec(); def z=\"\nb & c", "’; exec(); def z=’ b ＆ c"),
            ("@(Compile) %(Identity)", "@ (Compile) % (Identity)"),
        ] {
            assert_eq!(in_build_files(text), expected);
        }
        assert!(is_plain_word("Apache-2.0 OR MIT") && !is_plain_word("$(Name)"));
    }

    #[test]
    fn words_namespaces_addresses_and_literals_are_told_from_code() {
        for word in [
            "Apache-2.0 OR MIT",
            "kind/native",
            "acme:index/thing:Thing",
            "$ref",
            "für",
        ] {
            assert!(is_word(word), "{word}");
        }
        for word in ["a'", "a\"", "a\\", "a\nb", "a;b", "../../x", "a,b", "a`b"] {
            assert!(!is_word(word), "{word}");
        }
        for name in ["Acme.Cloud", "acme-cloud", "a/b", "_x"] {
            assert!(is_namespace(name), "{name}");
        }
        for name in ["", "a..b", "../a", "/a", "a b", "1a", "a;b", "a.b{"] {
            assert!(!is_namespace(name), "{name}");
        }
        assert!(is_address("https://example.com/a?b=c#d"));
        for address in [
            "javascript:x",
            "file:///etc",
            "https://a'b",
            "https://a b",
            "git://a",
        ] {
            assert!(!is_address(address), "{address}");
        }
        assert!(is_literal("a, b; (c) {d}") && !is_literal("'+x+'") && !is_literal("a\n"));
    }
}
