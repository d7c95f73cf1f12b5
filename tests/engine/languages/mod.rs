//! The languages of providers and programs.

mod another_language;
mod c;
pub(crate) mod go;
mod programs;
mod types;
