//! An engine of a past year.

use std::path::PathBuf;

use crate::support::engine::given;

/// An engine by its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Age(&'static str);

impl Age {
    pub(super) const V1_14_1: Age = Age("v1.14.1");

    /// The version, such as `v1.14.1`.
    pub(super) fn version(self) -> &'static str {
        self.0
    }

    /// The folder of its programs.
    pub(super) fn programs(self) -> PathBuf {
        let folder = given("PULUMI_WASM_TEST_OLD_ENGINES");
        let folder = folder.join(self.0).join("bin");
        assert!(
            folder.join("pulumi").is_file(),
            "{} has no engine: run cargo xtask test old_engines",
            folder.display()
        );
        folder
    }
}
