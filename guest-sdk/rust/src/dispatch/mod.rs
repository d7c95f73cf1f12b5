//! From requests to an author's functions and back: JSON to typed values, typed values to JSON.

mod change;
mod check;
mod config;
mod diff;
mod error;
mod function;
pub(crate) mod guest;
mod hook;
pub(crate) mod list;
mod migrate;
mod read;
mod recorded;

pub(crate) use change::{create, delete, preview_create, preview_update, resume, update};
pub(crate) use check::check;
pub(crate) use config::{check_config, configure};
pub(crate) use diff::diff;
pub(crate) use function::invoke;
pub(crate) use migrate::migrate;
pub(crate) use read::read;
pub(crate) use recorded::{completed, recorded};

use hook::{decode_later, encode, failures, unless_unread, unrecordable, views};
