//! Warnings about builds: the SDKs of the project name another build than the one that runs.

use std::sync::Arc;

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::text::on_one_line;

use crate::loader::Loaded;
use crate::review::Finding;
use crate::{ComponentReference, ParameterValue, Place, project};

impl Loaded {
    /// Reports that the package was added from a build that differs from the project's SDK, which the command is
    /// about to replace. It is a warning unless the version is higher, which is an ordinary upgrade. Reads the SDKs
    /// of the project.
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
            let severity = if is_higher(&self.value.version, version) {
                Severity::Info
            } else {
                Severity::Warning
            };
            log.log(severity, "", &message, false);
        }
    }
}

/// Whether a version is higher than another version. `false` for versions that are not semantic versions.
fn is_higher(version: &str, other: &str) -> bool {
    let [version, other] = [version, other].map(|text| semver::Version::parse(text).ok());
    version > other && other.is_some()
}

/// The component that this one replaces in an SDK, with the version of its package: the component at the same place,
/// or the only component of the same version. `None` if an SDK names this build.
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

impl Loaded {
    /// Whether the project has several SDKs, so that they may name two builds of this package. `false` for a build
    /// that `pulumi-wasm dev` serves and for a replacement, because the SDKs do not name them.
    pub(crate) fn may_have_two_builds(&self) -> bool {
        if self.served.is_some() || self.replacement.is_some() {
            return false;
        }
        let project = project::nearest(&self.loader.folder);
        let sdks = project.and_then(|project| std::fs::read_dir(project.join("sdks")).ok());
        sdks.is_some_and(|sdks| sdks.take(2).count() > 1)
    }

    /// Warns if the project's SDKs name two builds of this version, because the engine runs one build for the
    /// resources of both. Reads the SDKs of the project.
    pub fn warn_about_conflicting_builds(&self, log: &dyn LogSink) {
        if !self.may_have_two_builds() {
            return;
        }
        let findings = self.loader.findings_in_sdks();
        let is_of_version = |finding: &&Finding| {
            finding.value.name == self.value.name && finding.value.version == self.package.version()
        };
        let of_version: Vec<&Finding> = findings.iter().filter(is_of_version).collect();
        // The same build may have another place.
        let digests = self.value.digests();
        let is_this = |finding: &&&Finding| finding.value.digests() == digests;
        // The state may name an older build that no SDK names.
        let Some(this) = of_version.iter().find(is_this) else {
            return;
        };
        // Compiled code lies in the folder of its SDK and may be older, which another warning covers.
        let sdks = project::nearest(&self.loader.folder).map(|project| project.join("sdks"));
        let sdk_of = |finding: &Finding| {
            let below = finding.file.strip_prefix(sdks.as_ref()?).ok()?;
            Some(below.components().next()?.as_os_str().to_owned())
        };
        let of_this = sdk_of(this);
        let is_other = |finding: &&&Finding| !is_this(finding) && sdk_of(finding) != of_this;
        let Some(other) = of_version.iter().find(is_other) else {
            return;
        };
        let shown = |finding: &Finding| {
            let file = finding.file.display().to_string();
            on_one_line(&file).into_owned()
        };
        let message = format!(
            "the project has SDKs of two builds of `{}` {}: `{}` names {}, which runs for the resources of both; `{}` names {}, \
             which does not run\n\
             hint: Pulumi runs one build of a version: give the other build another version, or remove the SDK that is not used",
            self.value.name,
            self.package.version(),
            shown(this),
            digests,
            shown(other),
            other.value.digests(),
        );
        log.log(Severity::Warning, "", &message, false);
    }
}
