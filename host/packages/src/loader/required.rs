//! What has to hold of a component before anything of it is kept.

use pulumi_wasm_core::manifest::Manifest;
use pulumi_wasm_core::text::Excerpt;
use semver::Version;

use super::policy_check;
use crate::policy::Policy;
use crate::{Place, Source, SourceError};

/// What has to hold of a component before anything of it is kept.
#[derive(Debug, Clone, Default)]
pub(super) enum Required {
    /// It was carried here or recorded, and its place is judged when a package needs it.
    #[default]
    Nothing,
    /// It may come from its place, as its package and in its version.
    Place,
    /// The same, and it is of the version that its source says, if that says one.
    Version(Source),
}

impl Required {
    /// Fails if it does not hold.
    pub(super) fn judge(
        &self,
        manifest: &Manifest,
        place: &Place,
        policy: &Policy,
    ) -> Result<(), SourceError> {
        if let Self::Version(typed) = self {
            require_version(manifest.version(), typed)?;
        }
        match self {
            Self::Nothing => Ok(()),
            Self::Place | Self::Version(_) => {
                let package = (manifest.name(), manifest.version());
                policy_check::may_come(policy, Some(package), place)
            }
        }
    }
}

/// Fails if a component is not of the version that its source says.
pub(super) fn require_version(version: &str, typed: &Source) -> Result<(), SourceError> {
    let is_other = |said: &Version| Version::parse(version).ok().as_ref() != Some(said);
    let Some(said) = typed.version().filter(is_other) else {
        return Ok(());
    };
    let subject = match typed {
        Source::Registry(_) => "the tag of ",
        _ => "",
    };
    Err(SourceError::new(format!(
        "{subject}`{typed}` says version {said}, and the component in it is version {}",
        Excerpt::name(version)
    ))
    .hint("ask the publisher: an older version under a newer name may be an attack"))
}
