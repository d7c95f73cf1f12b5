//! Adds context to errors: the action that failed.

use std::fmt::Display;

use super::{Error, Result};

/// Adds the failed step to an error.
///
/// ```
/// use pulumi_wasm_provider::prelude::*;
///
/// fn port(text: &str) -> Result<u16> {
///     let port = text.strip_prefix(':').context("a port begins with a colon")?;
///     port.parse().with_context(|| format!("reading the port `{port}`"))
/// }
///
/// assert_eq!(port("80").unwrap_err().to_string(), "a port begins with a colon");
/// let error = port(":http").unwrap_err().to_string();
/// assert_eq!(error, "reading the port `http`: invalid digit found in string");
/// ```
pub trait ErrorContext<T> {
    /// Puts `what` before the error's text. For an `Option`, `what` is the whole text of the error for `None`.
    ///
    /// # Errors
    /// The same error as before, with more text.
    fn context(self, what: impl Display) -> Result<T>;

    /// Like [`ErrorContext::context`], with a text that is only computed after a failure.
    ///
    /// # Errors
    /// Like [`ErrorContext::context`].
    fn with_context<D: Display>(self, what: impl FnOnce() -> D) -> Result<T>;
}

impl<T, E: Into<Error>> ErrorContext<T> for core::result::Result<T, E> {
    fn context(self, what: impl Display) -> Result<T> {
        self.map_err(|error| error.into().context(what))
    }

    fn with_context<D: Display>(self, what: impl FnOnce() -> D) -> Result<T> {
        self.map_err(|error| error.into().context(what()))
    }
}

impl<T> ErrorContext<T> for Option<T> {
    fn context(self, what: impl Display) -> Result<T> {
        self.ok_or_else(|| Error::Other(what.to_string()))
    }

    fn with_context<D: Display>(self, what: impl FnOnce() -> D) -> Result<T> {
        self.ok_or_else(|| Error::Other(what().to_string()))
    }
}
