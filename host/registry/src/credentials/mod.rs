//! The credentials of this machine's user for registries, as docker, podman and their relatives keep them.
//!
//! They are looked at when a registry asks for some, and not before: a start with a filled store reads none, and starts no
//! helper.

mod credential;
mod edit;
mod file;
mod find;
mod helper;

pub(crate) use credential::{Credential, FoundCredential};
pub use edit::{with_login, without_login};
pub use find::{CredentialFile, CredentialFiles, Secret};
