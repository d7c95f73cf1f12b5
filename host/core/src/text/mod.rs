//! Text of others on its way to people: components, servers and files write it, and a terminal shows it.
//!
//! Such text passes three questions, and each has one answer here. The shown length: [`Excerpt`]. The characters that
//! may reach a terminal: [`printable`], [`on_one_line`] and [`indented`]. The form in a command that a user copies:
//! [`quoted`]. Values are never changed: only what is shown passes through here.
//!
//! Two layers work together. Code that puts foreign text into a message takes [`Excerpt`], [`on_one_line`] or
//! [`indented`], so that the text cannot pretend to be a line of the host. Code that sends a message out (the engine's
//! log, a gRPC status, the terminal) makes the whole of it [`printable`] again, so that a place that was forgotten is
//! harmless. Secrets are taken out before, because a changed secret is not recognised any more.

mod excerpt;
mod json;
pub(crate) mod message;
mod path_segment;
mod printable;
mod shell;

pub use excerpt::Excerpt;
pub use json::printable_json;
pub use path_segment::is_unambiguous_segment;
pub use printable::{indented, is_hazardous, made_printable, on_one_line, printable};
pub use shell::quoted;
