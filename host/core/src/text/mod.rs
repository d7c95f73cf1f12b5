//! Making foreign text safe to show: text that components, servers and files wrote, in messages and on a terminal.
//!
//! Three functions of this module answer three questions. How much is shown: [`Excerpt`]. Which characters may reach a
//! terminal: [`printable`], [`on_one_line`] and [`indented`]. How a word is written in a command that a user copies:
//! [`quoted`]. Property values are never changed.
//!
//! There are two layers. Code that puts foreign text into a message uses [`Excerpt`], [`on_one_line`] or
//! [`indented`], so that the text cannot imitate a line of the host. Code that sends a message (the engine's log, a
//! gRPC status, the terminal) makes it [`printable`] again, so that a forgotten place does no harm. Secrets are
//! removed first, because the search cannot recognise a changed secret.

mod excerpt;
mod json;
pub(crate) mod message;
mod path_segment;
mod printable;
mod shell;
pub(crate) mod suggest;

pub use excerpt::Excerpt;
pub use json::printable_json;
pub use path_segment::is_unambiguous_segment;
pub use printable::{indented, is_hazardous, made_printable, on_one_line, printable};
pub use shell::quoted;
