//! Components: found, verified, remembered, and put together as a package.

mod arguments;
mod component_file;
mod error;
pub mod journal;
mod loader;
mod operator_file;
mod operator_sources;
pub mod own_package;
mod plugin_reference;
pub mod policy;
mod project;
pub mod review;
mod signatures;
mod source;
mod store;
mod temp_dir;
mod value;
pub mod yaml;

pub use arguments::{Arguments, parse_limit};
pub use component_file::{
    component_names, manifest_section, packages_section, read_component, source_section,
};
pub use error::SourceError;
pub use loader::{
    DevOverride, KeptReference, Loaded, Loader, Newer, NotFetched, RegistryLookUp, ServedComponent,
    SignedFile, SignedManifest, StoredComponent, ValueReview, ValueReviewer, bundle_beside,
    evidence_beside, machine_from_environment, offline, provider_to_add, registry_context,
    require_usable,
};
pub use operator_sources::mirrored_places;
pub use own_package::{bundle, plugin_folder, program_mark};
pub use plugin_reference::{DOWNLOAD_URL, PLUGIN, parameterization};
pub use project::declared::Declared;
use pulumi_wasm_platform::regular_file;
pub use pulumi_wasm_registry::{Digest, HostedFile, Reference};
pub use signatures::store::{SignatureEvidence, kept_signatures};
pub use signatures::verdict::{CandidateVerdict, judge};
pub use source::{Place, Source, fetch_hint, without_credentials};
pub use store::{Store, folders_from_environment};
pub use temp_dir::{TemporaryFolder, remove_abandoned_folders};
pub use value::{ComponentReference, ParameterValue};
