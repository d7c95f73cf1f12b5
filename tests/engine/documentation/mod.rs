//! The pages for users and authors, followed to the letter.

mod installed;
mod pages;
mod quickstart;
pub(crate) mod start;
mod tutorial;
