//! GraphQL documents that only read. The grammar is the executable document of section 2 of the GraphQL specification:
//! what else a server may accept, such as the definition of a type, is refused.

use std::fmt;

use pulumi_wasm_core::text::Excerpt;

use super::tokens::{Token, Tokens};

/// Levels of selections, lists, objects and types that a document may have within each other. Documents that people
/// write have fewer than twenty.
const MAX_DEPTH: usize = 100;

/// Why a document cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Unreadable(pub(super) &'static str);

/// Why a document does not only read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotReading {
    /// The operation changes something.
    Mutation(String),
    /// The operation is a subscription, which is answered by events.
    Subscription(String),
    Unreadable(&'static str),
}

impl fmt::Display for NotReading {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, name) = match self {
            NotReading::Mutation(name) => ("mutation", name),
            NotReading::Subscription(name) => ("subscription", name),
            NotReading::Unreadable(reason) => {
                return write!(formatter, "its GraphQL document cannot be read: {reason}");
            }
        };
        write!(formatter, "its GraphQL document asks for a {kind}")?;
        if !name.is_empty() {
            write!(formatter, ", `{}`", Excerpt::name(name))?;
        }
        Ok(())
    }
}

impl From<Unreadable> for NotReading {
    fn from(unreadable: Unreadable) -> Self {
        NotReading::Unreadable(unreadable.0)
    }
}

/// Judges all operations of a document. A request may select one by its name, but a server that ignores the name may run
/// another.
///
/// The GraphQL specification, section 2.3, calls a query a read-only fetch and a mutation a write followed by a fetch.
///
/// # Errors
/// The reason, if one of them is not a query, or the document cannot be read.
pub(super) fn only_reads(document: &str) -> Result<(), NotReading> {
    let mut reader = Reader {
        tokens: Tokens::new(document),
        peeked: None,
        depth: 0,
        has_query: false,
    };
    let mut changing = None;
    while let Some(found) = reader.definition()? {
        changing = changing.or(found);
    }
    match changing {
        Some(reason) => Err(reason),
        None if reader.has_query => Ok(()),
        None => Err(Unreadable("it has no operation").into()),
    }
}

/// The reason against a definition: it does not only read.
type Found = Option<NotReading>;

struct Reader<'text> {
    tokens: Tokens<'text>,
    /// The next token, if it was looked at.
    peeked: Option<Option<Token<'text>>>,
    depth: usize,
    /// Whether a query was found.
    has_query: bool,
}

impl<'text> Reader<'text> {
    fn peek(&mut self) -> Result<Option<Token<'text>>, Unreadable> {
        if let Some(token) = self.peeked {
            return Ok(token);
        }
        let token = self.tokens.next()?;
        self.peeked = Some(token);
        Ok(token)
    }

    fn next(&mut self) -> Result<Token<'text>, Unreadable> {
        let token = self.peek()?;
        self.peeked = None;
        token.ok_or(Unreadable("it ends too early"))
    }

    /// Takes the next token if it is this one.
    fn takes(&mut self, token: Token<'_>) -> Result<bool, Unreadable> {
        let is_next = self.peek()? == Some(token);
        if is_next {
            self.peeked = None;
        }
        Ok(is_next)
    }

    fn punctuator(&mut self, expected: char) -> Result<(), Unreadable> {
        match self.next()? {
            Token::Punctuator(found) if found == expected => Ok(()),
            _ => Err(Unreadable("a token in the wrong place")),
        }
    }

    fn name(&mut self) -> Result<&'text str, Unreadable> {
        match self.next()? {
            Token::Name(name) => Ok(name),
            _ => Err(Unreadable("a name is missing")),
        }
    }

    /// Reads a part that may have the same part in it.
    fn within<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Unreadable>,
    ) -> Result<T, Unreadable> {
        if self.depth == MAX_DEPTH {
            return Err(Unreadable("it has too many levels"));
        }
        self.depth += 1;
        let read = read(self)?;
        self.depth -= 1;
        Ok(read)
    }

    /// Reads items up to a closing punctuator.
    fn until(
        &mut self,
        closing: char,
        mut item: impl FnMut(&mut Self) -> Result<(), Unreadable>,
    ) -> Result<(), Unreadable> {
        while !self.takes(Token::Punctuator(closing))? {
            item(self)?;
        }
        Ok(())
    }

    /// Reads one item, and further items up to a closing punctuator.
    fn some_until(
        &mut self,
        closing: char,
        mut item: impl FnMut(&mut Self) -> Result<(), Unreadable>,
    ) -> Result<(), Unreadable> {
        item(self)?;
        self.until(closing, item)
    }

    /// Reads an operation or a fragment. `None` at the end of the document.
    fn definition(&mut self) -> Result<Option<Found>, Unreadable> {
        if self.peek()?.is_none() {
            return Ok(None);
        }
        if self.peek()? == Some(Token::Punctuator('{')) {
            self.selection_set()?;
            return Ok(Some(self.operation("query", "")));
        }
        // A description.
        self.takes(Token::Text)?;
        match self.name()? {
            kind @ ("query" | "mutation" | "subscription") => {
                let name = match self.peek()? {
                    Some(Token::Name(_)) => self.name()?,
                    _ => "",
                };
                if self.takes(Token::Punctuator('('))? {
                    self.some_until(')', Self::variable)?;
                }
                self.directives()?;
                self.selection_set()?;
                Ok(Some(self.operation(kind, name)))
            }
            "fragment" => {
                if self.name()? == "on" || self.name()? != "on" {
                    return Err(Unreadable("a fragment without its name or type"));
                }
                self.name()?;
                self.directives()?;
                self.selection_set()?;
                Ok(Some(None))
            }
            _ => Err(Unreadable("a definition that requests do not have")),
        }
    }

    /// Judges an operation.
    fn operation(&mut self, kind: &str, name: &str) -> Found {
        match kind {
            "mutation" => Some(NotReading::Mutation(name.to_owned())),
            "subscription" => Some(NotReading::Subscription(name.to_owned())),
            _ => {
                self.has_query = true;
                None
            }
        }
    }

    fn variable(&mut self) -> Result<(), Unreadable> {
        // A description.
        self.takes(Token::Text)?;
        self.punctuator('$')?;
        self.name()?;
        self.punctuator(':')?;
        self.variable_type()?;
        if self.takes(Token::Punctuator('='))? {
            self.value()?;
        }
        self.directives()
    }

    fn variable_type(&mut self) -> Result<(), Unreadable> {
        self.within(|reader| {
            if reader.takes(Token::Punctuator('['))? {
                reader.variable_type()?;
                reader.punctuator(']')?;
            } else {
                reader.name()?;
            }
            reader.takes(Token::Punctuator('!')).map(drop)
        })
    }

    fn directives(&mut self) -> Result<(), Unreadable> {
        while self.takes(Token::Punctuator('@'))? {
            self.name()?;
            self.arguments()?;
        }
        Ok(())
    }

    fn arguments(&mut self) -> Result<(), Unreadable> {
        if self.takes(Token::Punctuator('('))? {
            self.some_until(')', Self::argument)?;
        }
        Ok(())
    }

    fn argument(&mut self) -> Result<(), Unreadable> {
        self.name()?;
        self.punctuator(':')?;
        self.value()
    }

    fn value(&mut self) -> Result<(), Unreadable> {
        self.within(|reader| match reader.next()? {
            Token::Name(_) | Token::Text | Token::Number => Ok(()),
            Token::Punctuator('$') => reader.name().map(drop),
            Token::Punctuator('[') => reader.until(']', Self::value),
            Token::Punctuator('{') => reader.until('}', Self::argument),
            Token::Punctuator(_) | Token::Spread => Err(Unreadable("a value is missing")),
        })
    }

    fn selection_set(&mut self) -> Result<(), Unreadable> {
        self.within(|reader| {
            reader.punctuator('{')?;
            reader.some_until('}', Self::selection)
        })
    }

    fn selection(&mut self) -> Result<(), Unreadable> {
        if self.takes(Token::Spread)? {
            return self.fragment();
        }
        self.name()?;
        if self.takes(Token::Punctuator(':'))? {
            self.name()?;
        }
        self.arguments()?;
        self.directives()?;
        if self.peek()? == Some(Token::Punctuator('{')) {
            self.selection_set()?;
        }
        Ok(())
    }

    /// Reads a fragment after its three dots: the name of another, or an inner selection.
    fn fragment(&mut self) -> Result<(), Unreadable> {
        match self.peek()? {
            Some(Token::Name("on")) => {
                self.name()?;
                self.name()?;
            }
            Some(Token::Name(_)) => {
                self.name()?;
                return self.directives();
            }
            _ => {}
        }
        self.directives()?;
        self.selection_set()
    }
}
