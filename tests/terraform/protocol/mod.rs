//! A client that knows the protocol from its source document alone, in its first version (5.0): good requests and bad ones.

mod bad_requests;
mod client;
mod connections;
mod contradictions;
mod ends;
mod hints;
mod hostile;
mod later_calls;
mod life;
mod messages;
mod wire;
