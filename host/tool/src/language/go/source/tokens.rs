//! The tokens of a Go source file: its names, texts and signs, without comments.

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    /// A name or a keyword.
    Name(String),
    /// The value of a string literal.
    Text(String),
    /// A sign such as `(` or `:=`. The end of a statement is `;`, also where Go adds it.
    Sign(&'static str),
    /// A number or a character.
    Other,
}

/// A token with its line, counted from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) token: Token,
    pub(super) line: usize,
}

impl Placed {
    pub(super) fn is(&self, sign: &str) -> bool {
        matches!(self.token, Token::Sign(found) if found == sign)
    }

    /// Whether it is an opening bracket.
    pub(super) fn opens(&self) -> bool {
        ["(", "[", "{"].iter().any(|sign| self.is(sign))
    }

    /// Whether it is a closing bracket.
    pub(super) fn closes(&self) -> bool {
        [")", "]", "}"].iter().any(|sign| self.is(sign))
    }

    pub(super) fn is_name(&self, name: &str) -> bool {
        self.name() == Some(name)
    }

    pub(super) fn name(&self) -> Option<&str> {
        match &self.token {
            Token::Name(name) => Some(name),
            _ => None,
        }
    }

    pub(super) fn text(&self) -> Option<&str> {
        match &self.token {
            Token::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The signs that the readers of tokens know, longer ones first. All others are `?`.
const SIGNS: [&str; 21] = [
    "...", ":=", "==", "!=", "<=", ">=", "++", "--", "+=", "(", ")", "[", "]", "{", "}", ",", ";",
    ".", "=", "+", ":",
];

/// Reads the tokens of a file. The compiler reports mistakes in it.
pub(super) fn read(source: &str) -> Vec<Placed> {
    let mut reader = Reader {
        rest: source.strip_prefix('\u{feff}').unwrap_or(source),
        line: 1,
        tokens: Vec::new(),
    };
    reader.read();
    reader.tokens
}

struct Reader<'s> {
    rest: &'s str,
    line: usize,
    tokens: Vec<Placed>,
}

impl Reader<'_> {
    fn read(&mut self) {
        while let Some(letter) = self.rest.chars().next() {
            match letter {
                '\n' => {
                    self.end_statement();
                    self.skip(1);
                }
                ' ' | '\t' | '\r' => self.skip(1),
                '/' if self.rest.starts_with("//") => {
                    self.skip(self.rest.find('\n').unwrap_or(self.rest.len()));
                }
                '/' if self.rest.starts_with("/*") => {
                    // The star of `/*` does not end the comment.
                    let end = self.rest[2..].find("*/");
                    let length = end.map_or(self.rest.len(), |end| end + 4);
                    if self.rest[..length].contains('\n') {
                        self.end_statement();
                    }
                    self.skip(length);
                }
                '`' => {
                    let inside = &self.rest[1..];
                    let end = inside.find('`').unwrap_or(inside.len());
                    // Go leaves carriage returns out of these literals.
                    let text = inside[..end].replace('\r', "");
                    self.push(Token::Text(text), (end + 2).min(self.rest.len()));
                }
                '"' => {
                    let end = end_of_literal(self.rest, '"');
                    let inside = &self.rest[1..end];
                    let text = unescaped(inside.strip_suffix('"').unwrap_or(inside));
                    self.push(Token::Text(text), end);
                }
                '\'' => self.push(Token::Other, end_of_literal(self.rest, '\'')),
                letter if letter == '_' || letter.is_alphabetic() => {
                    let length = length_of_word(self.rest);
                    self.push(Token::Name(self.rest[..length].to_owned()), length);
                }
                letter if letter.is_ascii_digit() => {
                    self.push(Token::Other, length_of_word(self.rest));
                }
                letter => {
                    let sign = SIGNS.into_iter().find(|sign| self.rest.starts_with(sign));
                    let length = sign.map_or(letter.len_utf8(), str::len);
                    self.push(Token::Sign(sign.unwrap_or("?")), length);
                }
            }
        }
        self.end_statement();
    }

    fn push(&mut self, token: Token, length: usize) {
        let line = self.line;
        self.tokens.push(Placed { token, line });
        self.skip(length);
    }

    fn skip(&mut self, length: usize) {
        let (passed, rest) = self.rest.split_at(length);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }

    /// Adds the end of a statement at the end of a line, by the rule of Go.
    fn end_statement(&mut self) {
        let ends = self.tokens.last().is_some_and(|last| match &last.token {
            Token::Name(name) => {
                !KEYWORDS.contains(&name.as_str()) || ENDING_KEYWORDS.contains(&name.as_str())
            }
            Token::Text(_) | Token::Other => true,
            Token::Sign(sign) => [")", "]", "}", "++", "--"].contains(sign),
        });
        if ends {
            let line = self.line;
            self.tokens.push(Placed {
                token: Token::Sign(";"),
                line,
            });
        }
    }
}

/// The keywords. After some of them the end of a line ends the statement.
pub(super) const KEYWORDS: [&str; 25] = [
    "break",
    "case",
    "chan",
    "const",
    "continue",
    "default",
    "defer",
    "else",
    "fallthrough",
    "for",
    "func",
    "go",
    "goto",
    "if",
    "import",
    "interface",
    "map",
    "package",
    "range",
    "return",
    "select",
    "struct",
    "switch",
    "type",
    "var",
];
const ENDING_KEYWORDS: [&str; 4] = ["break", "continue", "fallthrough", "return"];

/// The length of the name, keyword or number that a text begins with.
fn length_of_word(rest: &str) -> usize {
    let end = rest.find(|letter: char| letter != '_' && !letter.is_alphanumeric());
    end.unwrap_or(rest.len())
}

/// The end of a literal that begins with a mark: after the next mark, or at the end of the line.
fn end_of_literal(rest: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (at, letter) in rest.char_indices().skip(1) {
        match letter {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if letter == mark => return at + mark.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

/// A text whose escapes are resolved. Bytes that cannot be text become the replacement character.
fn unescaped(literal: &str) -> String {
    let mut bytes = Vec::with_capacity(literal.len());
    let mut letters = literal.chars();
    while let Some(letter) = letters.next() {
        let mut put = |letter: char| bytes.extend(letter.encode_utf8(&mut [0; 4]).as_bytes());
        if letter != '\\' {
            put(letter);
            continue;
        }
        let kind = letters.next();
        let mut digits = |before: &str, length: usize, radix: u32| {
            let rest: String = letters.by_ref().take(length).collect();
            u32::from_str_radix(&format!("{before}{rest}"), radix).ok()
        };
        match kind {
            Some('x') => bytes.extend(digits("", 2, 16).and_then(|byte| u8::try_from(byte).ok())),
            Some(first @ '0'..='7') => {
                let byte = digits(&first.to_string(), 2, 8);
                bytes.extend(byte.and_then(|byte| u8::try_from(byte).ok()));
            }
            Some(kind @ ('u' | 'U')) => {
                let length = if kind == 'u' { 4 } else { 8 };
                let letter = digits("", length, 16).and_then(char::from_u32);
                put(letter.unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some('n') => put('\n'),
            Some('t') => put('\t'),
            Some('r') => put('\r'),
            Some(other) => put(other),
            None => {}
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens in short: names and signs as they are, texts between quotation marks.
    fn shown(source: &str) -> String {
        let tokens = read(source);
        let words: Vec<String> = tokens
            .iter()
            .map(|placed| match &placed.token {
                Token::Name(name) => name.clone(),
                Token::Text(text) => format!("{text:?}"),
                Token::Sign(sign) => (*sign).to_owned(),
                Token::Other => "0".to_owned(),
            })
            .collect();
        words.join(" ")
    }

    #[test]
    fn comments_are_left_out_and_statements_end_with_their_lines() {
        let source = "\u{feff}package a // x := \"1\"\r\n/* y\n */ var b = 'q' + f(\n\t0x1f,\n)\nreturn\ngo f() /* one line */ + 1\n";
        assert_eq!(
            shown(source),
            "package a ; var b = 0 + f ( 0 , ) ; return ; go f ( ) + 0 ;"
        );
        let tokens = read("a\n\nb /*\n*/ c `x\ny` d");
        let lines: Vec<_> = tokens
            .iter()
            .filter(|token| !token.is(";"))
            .map(|token| token.line)
            .collect();
        assert_eq!(lines, [1, 3, 4, 4, 5]);
        assert_eq!(shown("a /*/ b */ c"), "a c ;");
    }

    #[test]
    fn texts_have_their_values() {
        let source = r#"f("a\"b // c", `d\e
"/*`, "\x41\101\u0042\U00000043\t\\", "ü", '\'', "", "a\"", "\"")"#;
        assert_eq!(
            shown(source),
            r#"f ( "a\"b // c" , "d\\e\n\"/*" , "AABC\t\\" , "ü" , 0 , "" , "a\"" , "\"" ) ;"#
        );
    }

    #[test]
    fn literals_without_an_end_are_read_to_the_end_of_the_line_or_file() {
        assert_eq!(shown("a \"b\nc"), "a \"b\" ; c ;");
        assert_eq!(shown("a `b\nc"), "a \"b\\nc\" ;");
        assert_eq!(shown("/* a"), "");
        assert_eq!(shown("'"), "0 ;");
        assert_eq!(shown("\"\\"), "\"\" ;");
    }
}
