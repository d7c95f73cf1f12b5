//! Components in registries and on web servers: names for them, and their bytes, verified as they arrive.
//!
//! A server is a stranger. All that it says is bounded while it arrives, each name that it gives is judged before it is
//! used, and what is kept was hashed here. The tests of this crate run it against a server with every fault.
//!
//! **Why no library.** By its source, `oci-client` 0.18 reads a manifest of any
//! length into memory, sends nothing again after 429 or 503, follows redirects to private addresses, and takes 32 further
//! crates with it, a second HTTP client among them. None of that can be changed from outside, and a process of its own
//! around it would bound memory alone. So requests go through [`Network`](pulumi_wasm_capability::system::Network), as those
//! of guests do: with its judgement of addresses, its certificates and its proxies. What this crate adds is small: paths and
//! headers of the OCI distribution specification 1.1, tokens, and resuming.
//!
//! **The artifact** is the one of the CNCF's "Wasm OCI Artifact layout": one component in one layer. The layer's digest is
//! the digest of the component, by which the store and the operator's policy know it.

mod artifact;
mod attached;
mod attempts;
mod body;
mod bounded_list;
mod challenge;
mod context;
mod credentials;
mod descriptor;
mod digest;
mod document;
mod download;
mod download_target;
mod error;
mod exchange;
mod fetch_time;
mod hosted_file;
mod layout;
mod layout_archive;
mod layout_referrers;
mod login;
mod manifest;
mod progress;
mod reference;
mod referrer;
mod referrers;
mod registry_endpoint;
mod registry_host;
mod release_asset;
mod release_download;
mod release_list;
mod repository;
mod resume;
mod retry;
mod session;
mod tags;
#[cfg(test)]
mod tests;
mod token;
mod upload;
mod web_download;
mod web_file;
mod whole_answer;

pub use artifact::{About, Artifact};
pub use attached::Attached;
pub use context::{FIRST_WAIT, RegistryContext, ReleaseTokens, Trust};
pub use credentials::{CredentialFile, CredentialFiles, Secret, with_login, without_login};
pub use descriptor::Descriptor;
pub use digest::Digest;
pub use document::{Document, DocumentKind, MOST_DOCUMENT_BYTES};
pub use download_target::BUNDLE_END;
pub use error::RegistryError;
pub use hosted_file::HostedFile;
pub use layout::{LaidOut, Layout};
pub use manifest::component_of_manifest;
pub use reference::Reference;
pub use referrer::{AttachedDocument, AttachedDocuments, MOST_REFERRERS, Referrer, Referrers};
pub use registry_host::RegistryHost;
pub use release_asset::{Forge, ReleaseAsset};
pub use release_list::ReleasedVersion;
pub use repository::{Repository, ResolvedReference};
pub use web_file::WebFile;
