//! Components: found, verified, remembered, and put together as a package.

mod arguments;
mod declared;
mod digest;
mod error;
mod file;
mod folders;
pub mod journal;
mod leftovers;
mod loader;
pub mod manifest_section;
pub mod policy;
mod project;
mod regular_file;
pub mod review;
mod schema_document;
mod store;
mod tables;
mod unchanged;
mod value;

pub use arguments::{Arguments, parse_limit};
pub use declared::Declared;
pub use digest::Digest;
pub use error::SourceError;
pub use file::read_component;
pub use folders::folders_from_environment;
pub use leftovers::{TemporaryFolder, remove_leftovers};
pub use loader::{Loaded, Loader, Served, ServedComponent, machine_from_environment};
pub use store::Store;
pub use value::{ComponentReference, ParameterValue};
