//! The package that a program serves without a parameter.

pub mod bundle;
pub mod plugin_folder;
pub mod program_mark;
pub mod program_name;

use crate::own_package::bundle::BundlePlace;
use crate::own_package::plugin_folder::PluginFolder;

/// The package that a program was started for. The program serves it without a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnPackage {
    /// The component is beside the program, which has the provider's name.
    Bundle(BundlePlace),
    /// The component lies in a folder that is a plugin.
    Folder(PluginFolder),
}
