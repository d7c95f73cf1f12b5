//! The conformance suite: cases that a provider in any language must pass, and the player of the cases.
//!
//! A case is a sequence of calls of an engine, with the answers that they must get. The cases are in `tests/conformance/cases`, and this library contains
//! them. Each is played through the plugin's own process, so cases compare what an engine and a server see.
//!
//! | module | what it does |
//! | --- | --- |
//! | `case` | reads cases |
//! | `notation` | the special values of cases |
//! | `play` | plays a case through a plugin |
//! | `compare` | finds the differences of an answer |
//! | `report` | writes the report of a failed case |
//! | `guest` | a component that plays cases |
//! | `plugin` | the plugin's process |
//! | `protocol`, `codec` | calls by the descriptors of `proto/`, so that a case can send everything that an engine can |
//! | `engine`, `server` | the engine that the plugin calls, and the server that components call |
//! | `monitor` | the engine's resource monitor, for component resources |

mod case;
mod codec;
mod compare;
mod engine;
mod guest;
mod monitor;
mod notation;
mod play;
mod plugin;
mod protocol;
mod report;
mod server;

pub use case::{Case, all};
pub use compare::differences;
pub use guest::{Guest, Offer, usual_configuration};
pub use play::play;
pub use plugin::{Host, Plugin};
pub use protocol::Failure;
pub use server::Server;
