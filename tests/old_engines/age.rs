//! An engine of another year.

use std::path::PathBuf;

use test_support::pulumi::engine::given;

/// An engine by its version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Age(&'static str);

impl Age {
    pub(super) const V0_17_28: Age = Age("v0.17.28");
    pub(super) const V1_14_1: Age = Age("v1.14.1");
    pub(super) const V2_25_2: Age = Age("v2.25.2");
    pub(super) const V3_0_0: Age = Age("v3.0.0");
    pub(super) const V3_50_0: Age = Age("v3.50.0");
    pub(super) const V3_180_0: Age = Age("v3.180.0");
    pub(super) const V3_274_1: Age = Age("v3.274.1");

    /// The version, such as `v1.14.1`.
    pub(super) fn version(self) -> &'static str {
        self.0
    }

    /// Whether it takes its folder from a variable, and not from the user's home.
    pub(super) fn takes_home(self) -> bool {
        self != Self::V0_17_28
    }

    /// Whether its programs are in YAML; otherwise its language host runs Go alone.
    pub(super) fn speaks_yaml(self) -> bool {
        [Self::V3_180_0, Self::V3_274_1].contains(&self)
    }

    /// Whether it keeps secrets of a provider's configuration in plain text.
    pub(super) fn shows_configuration(self) -> bool {
        [Self::V0_17_28, Self::V1_14_1].contains(&self)
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
