//! Finds components: by a user's arguments, by a recorded value, or beside the program.

pub(crate) mod address;
pub(crate) mod arguments;
pub(crate) mod local_files;
pub(crate) mod own_package;
pub(crate) mod registry;
pub(crate) mod served;
pub(crate) mod value;

use crate::loader::Loader;
use crate::loader::blocking::run_blocking;
use crate::review::{Finding, Review};
use crate::{ParameterValue, project};

/// The folder for dependencies of a generated Node.js package. It contains no values of this plugin.
const INSTALLED: &str = "node_modules";

impl Loader {
    /// The readable values in the project's folder `sdks`, as the review finds them.
    pub(crate) async fn values_in_sdks(&self) -> Vec<ParameterValue> {
        let loader = self.clone();
        let findings = run_blocking(move || loader.findings_in_sdks()).await;
        let findings = findings.unwrap_or_default().into_iter();
        findings.map(|finding| finding.value).collect()
    }

    /// Like [`Self::values_in_sdks`], with the places of the values. Reads files.
    pub(crate) fn findings_in_sdks(&self) -> Vec<Finding> {
        let Some(project) = project::nearest(&self.folder) else {
            return Vec::new();
        };
        let folder = project.join("sdks");
        if !folder.is_dir() {
            return Vec::new();
        }
        let sdks = std::fs::read_dir(&folder).into_iter().flatten();
        let installed = sdks.filter_map(|sdk| Some(sdk.ok()?.path().join(INSTALLED)));
        let installed: Vec<_> = installed.collect();
        let mut review = Review::default();
        review.add_folder(&folder, &installed);
        review.findings
    }
}
