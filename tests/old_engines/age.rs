//! What an engine of some year can do, as far as the tests go another way for it.

use std::path::PathBuf;

use crate::support::engine::given;

/// An engine by its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Age(pub(super) u32, pub(super) u32, pub(super) u32);

impl Age {
    pub(super) const V0_17_28: Age = Age(0, 17, 28);
    pub(super) const V1_14_1: Age = Age(1, 14, 1);
    pub(super) const V2_25_2: Age = Age(2, 25, 2);
    pub(super) const V3_0_0: Age = Age(3, 0, 0);
    pub(super) const V3_50_0: Age = Age(3, 50, 0);
    pub(super) const V3_180_0: Age = Age(3, 180, 0);

    /// The folder of its programs.
    pub(super) fn programs(self) -> PathBuf {
        let Age(major, minor, patch) = self;
        let folder = given("PULUMI_WASM_TEST_OLD_ENGINES");
        let folder = folder.join(format!("v{major}.{minor}.{patch}/bin"));
        assert!(
            folder.join("pulumi").is_file(),
            "{} has no engine: run cargo xtask test old_engines, with PULUMI_WASM_TEST_LONG=1 for all of them",
            folder.display()
        );
        folder
    }

    /// Whether its programs are in YAML; the others are registered by a program in Go.
    pub(super) fn has_yaml(self) -> bool {
        self >= Self::V3_0_0
    }

    /// Whether `PULUMI_HOME` and the backend's variable move what it keeps.
    pub(super) fn keeps_to_its_home(self) -> bool {
        self >= Self::V1_14_1
    }

    /// Whether a resource of a program can be imported.
    pub(super) fn imports(self) -> bool {
        self >= Self::V1_14_1
    }
}
