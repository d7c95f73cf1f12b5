//! Components: found, verified, remembered, and put together as a package.

mod arguments;
pub mod bundle;
mod component_names;
mod declared;
mod error;
mod fetch_notes;
mod file;
mod folders;
pub mod journal;
mod loader;
mod manifest_index;
pub mod manifest_section;
mod operator_file;
mod operator_path;
mod operator_sources;
pub mod own_package;
mod place;
pub mod plugin_folder;
pub mod policy;
pub mod program_mark;
mod project;
pub mod review;
mod schema_document;
mod signature_store;
mod signature_subjects;
mod signature_verdict;
mod source;
pub mod source_section;
mod stat_cache;
mod store;
mod temp_dir;
mod value;

pub use arguments::{Arguments, parse_limit};
pub use component_names::component_names;
pub use declared::Declared;
pub use error::SourceError;
pub use file::read_component;
pub use folders::folders_from_environment;
pub use loader::{
    DevOverride, KeptReference, Loaded, Loader, Newer, NotFetched, RegistryLookUp, ServedComponent,
    SignedFile, SignedManifest, StoredComponent, ValueReview, ValueReviewer, bundle_beside,
    evidence_beside, machine_from_environment, offline, provider_to_add, registry_context,
    require_usable, unusable_uses,
};
pub use operator_sources::mirrored_places;
pub use place::Place;
use pulumi_wasm_platform::regular_file;
pub use pulumi_wasm_registry::{Digest, HostedFile, Reference};
pub use schema_document::{DOWNLOAD_URL, PLUGIN, parameterization};
pub use signature_store::{SignatureEvidence, kept_signatures};
pub use signature_verdict::{CandidateVerdict, judge};
pub use source::Source;
pub use store::Store;
pub use temp_dir::{TemporaryFolder, remove_abandoned_folders};
pub use value::{ComponentReference, ParameterValue};
