//! Types for the nested steps of opening a connection.

use std::error::Error;
use std::pin::Pin;

/// The error of a step. The client passes it on unchanged.
pub(super) type BoxError = Box<dyn Error + Send + Sync>;
/// The future of a step.
pub(super) type Answered<T> = Pin<Box<dyn Future<Output = Result<T, BoxError>> + Send>>;
