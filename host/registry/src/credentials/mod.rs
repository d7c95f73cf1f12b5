//! The user's credentials for registries, in the formats of docker, podman and related programs.
//!
//! They are read only when a registry asks for credentials. A start whose components are all in the store reads
//! none, and starts no helper.

mod credential;
mod edit;
mod file;
mod find;
mod helper;

pub(crate) use credential::{Credential, FoundCredential};
pub use edit::{with_login, without_login};
pub use find::{CredentialFile, CredentialFiles, Secret};
