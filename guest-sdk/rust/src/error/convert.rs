//! What `?` makes of errors of others.

use std::error::Error as StdError;

use super::Error;
use crate::failure::PropertyFailure;

/// Texts, and every error that implements [`std::error::Error`]; those that caused it follow its own text.
impl<E: Into<Box<dyn StdError>>> From<E> for Error {
    fn from(error: E) -> Self {
        Self::Other(with_causes(&*error.into()))
    }
}

impl From<PropertyFailure> for Error {
    fn from(failure: PropertyFailure) -> Self {
        Self::Invalid(vec![failure])
    }
}

/// For what takes any error, such as [`std::io::Error::other`].
impl From<Error> for Box<dyn StdError + Send + Sync> {
    fn from(error: Error) -> Self {
        error.to_string().into()
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
