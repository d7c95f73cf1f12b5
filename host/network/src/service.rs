//! What the steps of a connection, which the client calls one inside the other, have in common.

use std::error::Error;
use std::pin::Pin;

/// The failure of a step; the client hands it on as it is.
pub(super) type BoxError = Box<dyn Error + Send + Sync>;
/// The future that ends with a step's result.
pub(super) type Answered<T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send>>;
