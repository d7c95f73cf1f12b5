//! The lexical tokens of a GraphQL document, as section 2.1 of the GraphQL specification defines them.
//!
//! Where editions of the specification differ, a document is refused whose meaning they do not share: all editions that
//! read it find the same tokens.

use super::document::Unreadable;

/// A token. Names and punctuators decide what a document does, so only names have their text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'text> {
    Name(&'text str),
    /// One of `! $ & ( ) : = @ [ ] { | }`.
    Punctuator(char),
    /// Three dots.
    Spread,
    /// A string or a block string.
    Text,
    /// A whole or a fractional number.
    Number,
}

/// The tokens of a text, from left to right.
pub(super) struct Tokens<'text> {
    rest: &'text str,
}

impl<'text> Tokens<'text> {
    pub(super) fn new(text: &'text str) -> Self {
        Self { rest: text }
    }

    /// The next token, or `None` at the end.
    ///
    /// # Errors
    /// For characters that are not a token.
    pub(super) fn next(&mut self) -> Result<Option<Token<'text>>, Unreadable> {
        self.skip_ignored()?;
        let Some(first) = self.rest.chars().next() else {
            return Ok(None);
        };
        let token = match first {
            '!' | '$' | '&' | '(' | ')' | ':' | '=' | '@' | '[' | ']' | '{' | '|' | '}' => {
                self.rest = &self.rest[1..];
                Token::Punctuator(first)
            }
            '.' => {
                let after = self.rest.strip_prefix("...");
                self.rest = after.ok_or(Unreadable("a dot that belongs to nothing"))?;
                Token::Spread
            }
            '"' => {
                self.text()?;
                Token::Text
            }
            '-' | '0'..='9' => {
                self.number()?;
                Token::Number
            }
            '_' | 'a'..='z' | 'A'..='Z' => Token::Name(self.take_while(continues_name)),
            _ => return Err(Unreadable("a character that begins no token")),
        };
        Ok(Some(token))
    }

    /// Skips white space, line ends, commas and comments. A mark of the byte order is not skipped: servers differ in where
    /// they allow it.
    fn skip_ignored(&mut self) -> Result<(), Unreadable> {
        loop {
            self.take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b','));
            let Some(comment) = self.rest.strip_prefix('#') else {
                return Ok(());
            };
            let end = comment.find(['\n', '\r']).unwrap_or(comment.len());
            let (comment, rest) = comment.split_at(end);
            plain(comment)?;
            self.rest = rest;
        }
    }

    /// Takes the characters that fit, which are in ASCII.
    fn take_while(&mut self, fits: impl Fn(u8) -> bool) -> &'text str {
        let end = self.rest.bytes().position(|byte| !fits(byte));
        let (taken, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn text(&mut self) -> Result<(), Unreadable> {
        const OPEN: Unreadable = Unreadable("a string without an end");
        if let Some(block) = self.rest.strip_prefix("\"\"\"") {
            // Readers of the editions before 2018 know no block strings, and read a string between two empty strings. They
            // find the same end unless a quotation mark or a backslash is inside.
            let end = block.find(['"', '\\']).ok_or(OPEN)?;
            let (inside, rest) = block.split_at(end);
            plain(inside)?;
            self.rest = rest.strip_prefix("\"\"\"").ok_or(Unreadable(
                "a block string with a quotation mark or a backslash",
            ))?;
            if self.rest.starts_with('"') {
                return Err(Unreadable(
                    "a block string that ends with more quotation marks",
                ));
            }
            return Ok(());
        }
        let mut inside = &self.rest[1..];
        loop {
            let end = inside.find(['"', '\\', '\n', '\r']).ok_or(OPEN)?;
            let (before, from) = inside.split_at(end);
            plain(before)?;
            if let Some(rest) = from.strip_prefix('"') {
                self.rest = rest;
                return Ok(());
            }
            let escape = from.strip_prefix('\\').ok_or(OPEN)?;
            inside = escape
                .strip_prefix(['"', '\\', '/', 'b', 'f', 'n', 'r', 't', 'u'])
                .ok_or(Unreadable("an escape that strings do not have"))?;
        }
    }

    fn number(&mut self) -> Result<(), Unreadable> {
        const MALFORMED: Unreadable = Unreadable("a malformed number");
        self.rest = self.rest.strip_prefix('-').unwrap_or(self.rest);
        let whole = self.digits()?;
        if whole.len() > 1 && whole.starts_with('0') {
            return Err(MALFORMED);
        }
        if let Some(fraction) = self.rest.strip_prefix('.') {
            self.rest = fraction;
            self.digits()?;
        }
        if let Some(exponent) = self.rest.strip_prefix(['e', 'E']) {
            self.rest = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            self.digits()?;
        }
        let follows = |byte: u8| byte == b'.' || continues_name(byte);
        if self.rest.bytes().next().is_some_and(follows) {
            return Err(MALFORMED);
        }
        Ok(())
    }

    fn digits(&mut self) -> Result<&'text str, Unreadable> {
        match self.take_while(|byte| byte.is_ascii_digit()) {
            "" => Err(Unreadable("a malformed number")),
            digits => Ok(digits),
        }
    }
}

fn continues_name(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric()
}

/// Refuses control characters and other ends of lines in comments and strings, because servers differ in what they are.
/// The first editions of the specification end a comment at U+2028.
fn plain(text: &str) -> Result<(), Unreadable> {
    let is_odd = |character: char| {
        character.is_control() && !matches!(character, '\t' | '\n' | '\r')
            || matches!(character, '\u{2028}' | '\u{2029}')
    };
    if text.contains(is_odd) {
        return Err(Unreadable("a control character in a comment or a string"));
    }
    Ok(())
}
