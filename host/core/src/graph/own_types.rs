//! The types of the component's own package, by which its children are judged.

use std::fmt;
use std::sync::Arc;

use crate::manifest::Manifest;

/// The component's own package, as far as its children are judged by it.
pub trait OwnManifests: Send + Sync {
    /// The manifests of its components, which have the schemas of its types.
    fn manifests(&self) -> Vec<&Manifest>;
}

/// The schemas of the types of the own package, if they are known.
#[derive(Clone, Default)]
pub(super) struct OwnTypes(Option<Arc<dyn OwnManifests>>);

impl OwnTypes {
    /// The types of a package.
    pub(super) fn of(package: Arc<dyn OwnManifests>) -> Self {
        Self(Some(package))
    }

    /// The manifests that have the schemas.
    pub(super) fn manifests(&self) -> Vec<&Manifest> {
        let package = self.0.as_ref();
        package.map_or_else(Vec::new, |package| package.manifests())
    }
}

impl fmt::Debug for OwnTypes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "OwnTypes({})", self.manifests().len())
    }
}
