//! Whether a file is the build that somebody meant: held to the digests of the arguments, and compared with the SDK.

use std::sync::Arc;

use pulumi_wasm_core::call::{LogSink, Severity};

use super::{Loaded, Loader};
use crate::{ComponentReference, Declared, Digest, ParameterValue, Place, Source, SourceError};

/// Whether digests that were asked for allow this one; any one will do if there is none.
pub(super) fn allows(pins: &[Digest], digest: &Digest) -> bool {
    pins.is_empty() || pins.contains(digest)
}

/// Makes sure that a component has one of the digests that were asked for; any one will do if there is none.
pub(super) fn require_pinned(
    pins: &[Digest],
    typed: &Source,
    digest: &Digest,
) -> Result<(), SourceError> {
    if allows(pins, digest) {
        return Ok(());
    }
    let pins: Vec<String> = pins.iter().map(ToString::to_string).collect();
    Err(SourceError::new(format!(
        "`{typed}` is {digest}, and `--sha256` asks for {}",
        pins.join(" or ")
    ))
    .hint(format!(
        "get the file with that digest; or, for the new build, give `--sha256 {}` in the command that adds the package and in the `parameters` of `Pulumi.yaml`",
        digest.hex()
    )))
}

impl Loader {
    /// The command that adds a package again, held to the same builds as the project's file holds it to.
    pub(super) fn command(&self, value: &ParameterValue) -> String {
        let declared = Declared::nearest(&self.folder).ok().flatten();
        let pins = declared.map(|declared| declared.pins(&value.name));
        value.pinned_command(&pins.unwrap_or_default())
    }
}

impl Loaded {
    /// Tells if the package was added from another build than the SDK of the project has, which is about to be replaced: as
    /// a warning, but for a higher version, which is an upgrade by its number. Reads the SDKs of the project.
    pub async fn warn_about_sdk(&self, log: &Arc<dyn LogSink>) {
        let earlier = self.loader.values_in_sdks().await;
        let earlier = earlier.iter().filter(|value| value.name == self.value.name);
        let earlier: Vec<&ParameterValue> = earlier.collect();
        for reference in &self.value.components {
            let Some((version, other)) = replaced(reference, &self.value, &earlier) else {
                continue;
            };
            let before = match reference.place {
                Place::File(_) => "the file",
                Place::Registry(_) | Place::Web(_) => "the earlier source in `Pulumi.yaml`",
            };
            let message = format!(
                "`{}` is {} ({} {}); the SDK in `sdks` has {} ({version}), and the new SDK names the new build\n\
                 hint: if that is not meant, bring back {before} and the SDK; with `--sha256 {}` among the `parameters` in `Pulumi.yaml` \
                 any other build is an error",
                reference.place,
                reference.digest,
                self.value.name,
                self.value.version,
                other.digest,
                reference.digest.hex(),
            );
            let severity = match is_higher(&self.value.version, version) {
                true => Severity::Info,
                false => Severity::Warning,
            };
            log.log(severity, "", &message, false);
        }
    }
}

/// Whether a version is above another one. Versions that have no order are not.
fn is_higher(version: &str, other: &str) -> bool {
    let [version, other] = [version, other].map(|text| semver::Version::parse(text).ok());
    version > other && other.is_some()
}

/// The component that an SDK has in the place of this one, with the version of its package: one at the same path, or the only one
/// of the same version. None if an SDK has this very build.
fn replaced<'a>(
    reference: &ComponentReference,
    now: &ParameterValue,
    earlier: &[&'a ParameterValue],
) -> Option<(&'a str, &'a ComponentReference)> {
    let mut found = None;
    for value in earlier {
        for component in &value.components {
            let is_only = [&value.components, &now.components]
                .iter()
                .all(|components| components.len() == 1);
            if component.digest == reference.digest {
                return None;
            }
            let is_same = match (&component.place, &reference.place) {
                (Place::Registry(one), Place::Registry(other)) => one.is_of_repository(other),
                (one, other) => one == other,
            };
            if is_same || is_only && value.version == now.version {
                found = Some((value.version.as_str(), component));
            }
        }
    }
    found
}
