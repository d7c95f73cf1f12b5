//! The services of an engine that the plugin calls: they answer as a test or a case says, and record each request.
//!
//! | module | what it does |
//! | --- | --- |
//! | `engine` | records messages and views |
//! | `monitor` | accepts the registrations and look-ups of component resources, with the checks of the real engine |
//! | `protocol` | the types of the protocol |

pub mod engine;
pub mod monitor;

/// The protocol's types, a module for each protobuf package. They are generated here, so that no test judges the host by its
/// own types.
pub mod protocol {
    #![allow(
        missing_docs,
        unreachable_pub,
        clippy::all,
        clippy::pedantic,
        reason = "generated"
    )]

    include!(concat!(env!("OUT_DIR"), "/protocol.rs"));
}
