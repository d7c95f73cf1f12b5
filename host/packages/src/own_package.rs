//! What a program serves without a parameter.

use crate::bundle::BundlePlace;
use crate::plugin_folder::PluginFolder;

/// The package that a program was started for: then it serves that, and takes no parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnPackage {
    /// The component lies beside the program, which has the provider's name.
    Bundle(BundlePlace),
    /// The component lies in a folder that is a plugin.
    Folder(PluginFolder),
}
