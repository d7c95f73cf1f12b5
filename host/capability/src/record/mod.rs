//! Recordings: the input of a run's guests from outside (answers, time, random bytes), kept in a file as it comes, and
//! runs that get the same again from such a file, with no network.
//!
//! A recording has one JSON document per line. Each process that makes host calls for a package begins a *run* in it
//! with a head line; every later line names its run and the call that it belongs to. Secrets are replaced when they are
//! written, by the rules in `docs/use/record.md`.
//!
//! | module | what |
//! | --- | --- |
//! | `line` | what the lines say |
//! | `file` | a file that lines are appended to, by several processes |
//! | `marks` | secrets, replaced so that a replay finds them again |
//! | `blank` | members of JSON that are left out by their names |
//! | `draws` | random bytes that follow from a recorded seed |
//! | `headers` | headers that are never kept, and those that no replay compares |
//! | `recorder` | surroundings that record |
//! | `read` | a recording that was read |
//! | `compare` | whether a request is the recorded one |
//! | `player` | surroundings that replay |

mod blank;
mod bodies;
mod compare;
mod draws;
mod error;
mod file;
mod headers;
mod line;
mod marks;
mod player;
mod read;
mod recorder;
mod source;
#[cfg(test)]
mod tests;

pub use error::RecordError;
pub use file::{DEFAULT_LIMIT, RecordingFile};
pub use line::{Head, HeadComponent};
pub use player::Player;
pub use read::Recording;
pub use recorder::record;
pub use source::SystemSource;
