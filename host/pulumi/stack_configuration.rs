//! The stack's configuration in requests of component resources.

use std::collections::{BTreeSet, HashMap};

/// The packages that the stack has configuration of. A key is the package's name, a colon and the name of the value. The values
/// belong to the program and to other packages, so no more is read.
pub(super) fn packages(configuration: &HashMap<String, String>) -> BTreeSet<String> {
    let keys = configuration.keys();
    let packages = keys.filter_map(|key| key.split_once(':'));
    packages.map(|(package, _)| package.to_owned()).collect()
}
