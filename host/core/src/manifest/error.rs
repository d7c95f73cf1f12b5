//! Why a manifest is refused.

use super::bounds::Bound;
use super::format::FORMAT;

/// Why a manifest was refused.
#[derive(Debug, thiserror::Error)]
pub enum ManifestError {
    #[error("the manifest is not JSON of the expected form: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error("the manifest has format {found}, and this host reads formats up to {FORMAT}")]
    Format { found: u64 },
    #[error("{}", bound.exceeded(*most))]
    TooLarge {
        bound: Bound,
        /// The current limit.
        most: u64,
    },
    #[error("the manifest has mistakes:\n{}", .0.iter().map(|mistake| format!("  - {mistake}")).collect::<Vec<_>>().join("\n"))]
    Mistakes(Vec<String>),
}

impl ManifestError {
    /// The hint for the user.
    #[must_use]
    pub fn hint(&self) -> String {
        match self {
            ManifestError::Format { found } if *found > u64::from(FORMAT) => {
                "install a newer version of the `wasm` plugin".to_owned()
            }
            ManifestError::TooLarge { bound, .. } => bound.advice().to_owned(),
            _ => {
                "this is a mistake in the component; tell its author, or build it with a newer SDK"
                    .to_owned()
            }
        }
    }
}
