//! Conversions of other errors for `?`.

use std::cell::RefCell;
use std::error::Error as StdError;

use super::Error;
use crate::error::PropertyFailure;

thread_local! {
    /// The last error that was passed to a library.
    static HANDED_OVER: RefCell<Option<Error>> = const { RefCell::new(None) };
}

/// Texts, and every error that implements [`std::error::Error`]; those that caused it follow its own text. If a library
/// was given an error of this crate, and its error ends with that text, the result is the given error: a request that
/// the host denied stays denied.
impl<E: Into<Box<dyn StdError>>> From<E> for Error {
    fn from(error: E) -> Self {
        let text = with_causes(&*error.into());
        let handed_over = HANDED_OVER.with_borrow(|error| {
            let error = error.as_ref()?;
            let before = text.strip_suffix(&error.to_string())?;
            Some((error.clone(), before.trim_end_matches(": ").to_owned()))
        });
        match handed_over {
            Some((error, before)) if before.is_empty() => error,
            Some((error, before)) => error.context(before),
            None => Self::Other(text),
        }
    }
}

impl From<PropertyFailure> for Error {
    fn from(failure: PropertyFailure) -> Self {
        Self::Invalid(vec![failure])
    }
}

/// For functions that accept any error, such as [`std::io::Error::other`].
impl From<Error> for Box<dyn StdError + Send + Sync> {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        // Each text ends with an empty one.
        HANDED_OVER.set((!text.is_empty()).then_some(error));
        text.into()
    }
}

/// `reading the answer: connection refused`. Many errors say their cause themselves, which is then not repeated.
fn with_causes(error: &dyn StdError) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.ends_with(&more) {
            text.push_str(": ");
            text.push_str(&more);
        }
        cause = error.source();
    }
    text
}
