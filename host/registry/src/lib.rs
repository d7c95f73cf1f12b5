//! Components in registries and on web servers: their names, and downloads that are verified while they arrive.
//!
//! Servers are not trusted. Every answer is bounded while it arrives, every address in an answer is checked before
//! it is used, and everything that is kept was hashed here. The tests of this crate run it against servers with
//! every kind of fault.
//!
//! **Why no library.** `oci-client` 0.18 reads a manifest of any length into memory, does not retry after 429 or
//! 503, follows redirects to private addresses, and adds 32 crates, including a second HTTP client. Callers cannot
//! change any of that, and a separate process would only bound the memory. So requests go through
//! [`Network`](pulumi_wasm_capability::system::Network) like guests' requests, with the same checks of addresses,
//! certificates and proxies. This crate adds only a little: paths and headers of the OCI distribution
//! specification 1.1, tokens, and resuming.
//!
//! **The artifact** follows the CNCF's "Wasm OCI Artifact layout": one component in one layer. The layer's digest
//! is the component's digest, by which the store and the operator's policy identify it.

mod artifact;
mod bounded_list;
mod context;
mod credentials;
mod digest;
mod error;
mod hosted;
mod layout;
mod reference;
mod repository;
mod requests;
#[cfg(test)]
mod tests;

pub use artifact::descriptor::Descriptor;
pub use artifact::document::{Document, DocumentKind, MAX_DOCUMENT_BYTES};
pub use artifact::manifest::component_of_manifest;
pub use artifact::referrer::Attached;
pub use artifact::referrer::{
    AttachedDocument, AttachedDocuments, MAX_REFERRERS, Referrer, Referrers,
};
pub use artifact::{Artifact, ArtifactMetadata};
pub use context::{FIRST_WAIT, HostTrust, RegistryContext, ReleaseTokens};
pub use credentials::{CredentialFile, CredentialFiles, Secret, with_login, without_login};
pub use digest::Digest;
pub use error::RegistryError;
pub use hosted::HostedFile;
pub use hosted::release_asset::BUNDLE_END;
pub use hosted::release_asset::{Forge, ReleaseAsset};
pub use hosted::release_list::ReleasedVersion;
pub use hosted::web_file::WebFile;
pub use layout::{LaidOut, Layout};
pub use reference::Reference;
pub use reference::RegistryHost;
pub use repository::{Repository, ResolvedReference};
