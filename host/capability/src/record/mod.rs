//! Recordings: everything that the guests of a run got from outside (responses, time, random bytes), written to a file
//! as it arrives, and replays that give a run the same input from the file, without a network.
//!
//! A recording has one JSON document per line. Each process that makes host calls for a package begins a *run* with a
//! first line; every later line names its run and its call. The lines of a call are written when the call has ended,
//! because a value may turn out to be a secret until then: secrets are replaced by the rules in `docs/use/debug.md`.
//!
//! | module | what |
//! | --- | --- |
//! | `line` | what the lines say |
//! | `file` | a file that lines are appended to, by several processes |
//! | `secrets` | the values that are never written, and their placeholders |
//! | `random_stream` | random bytes that follow from a recorded seed |
//! | `unwritten` | the events of a running call |
//! | `source` | chooses the system: the real one, a recorder or a player |
//! | `recorder` | a system that records |
//! | `read` | a recording that was read |
//! | `compare` | whether a request is the recorded one |
//! | `player` | a system that replays |
//! | `error` | why a recording cannot be made or used |

mod compare;
mod error;
mod file;
mod line;
mod player;
mod random_stream;
mod read;
mod recorder;
mod secrets;
mod source;
#[cfg(test)]
mod tests;
mod unwritten;

pub use error::RecordError;
pub use file::RecordingFile;
pub use line::{HeadComponent, RecordingHead};
pub use player::Player;
pub use read::{DEFAULT_LIMIT, Recording};
pub use recorder::record;
pub use source::SystemSource;
