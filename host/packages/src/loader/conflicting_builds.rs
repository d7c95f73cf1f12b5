//! Two builds of one version in one program.
//!
//! The engine keeps a process for each version of a package, whatever build the SDKs name, and loads the first build that it is asked
//! for. The plugin is not told of the other one, so it looks at what the project's SDKs name.

use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::text::on_one_line;

use super::Loaded;
use crate::project;
use crate::review::Finding;

impl Loaded {
    /// Whether the project has several SDKs, without which there cannot be two of one package. Most projects have one. What
    /// `dev` serves, and a newer build in the place of a missing one, are not what the SDKs name.
    pub(super) fn may_have_a_rival(&self) -> bool {
        if self.served.is_some() || self.replacement.is_some() {
            return false;
        }
        let project = project::nearest(&self.loader.folder);
        let sdks = project.and_then(|project| std::fs::read_dir(project.join("sdks")).ok());
        sdks.is_some_and(|sdks| sdks.take(2).count() > 1)
    }

    /// Warns if the SDKs of the project name this build and another one of the same version: the engine runs one of them, for
    /// the resources of both. Reads the SDKs of the project.
    pub fn warn_about_conflicting_builds(&self, log: &dyn LogSink) {
        if !self.may_have_a_rival() {
            return;
        }
        let findings = self.loader.findings_in_sdks();
        let is_of_version = |finding: &&Finding| {
            finding.value.name == self.value.name && finding.value.version == self.package.version()
        };
        let of_version: Vec<&Finding> = findings.iter().filter(is_of_version).collect();
        // A build that is found in another way is the same one.
        let digests = self.value.digests();
        let is_this = |finding: &&&Finding| finding.value.digests() == digests;
        // The state may name an older build, which the program has no longer.
        let Some(this) = of_version.iter().find(is_this) else {
            return;
        };
        // What an SDK was compiled to lies below it, and may be older: that is another warning.
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
