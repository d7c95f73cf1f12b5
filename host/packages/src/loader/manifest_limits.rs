//! The manifest of a component, held against the limits.

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::manifest::{Bound, Bounds, Manifest, ManifestError};

use crate::SourceError;

/// A manifest's text, and the result of reading it.
pub(super) type ReadManifest = (String, Result<Manifest, ManifestError>);

/// Reads a manifest.
pub(super) fn judge(text: String, bounds: &Bounds) -> ReadManifest {
    let manifest = Manifest::parse_within(&text, bounds);
    (text, manifest)
}

/// Why a component with that manifest is not used.
pub(super) fn refusal(shown: &str, error: &ManifestError, limits: &Limits) -> SourceError {
    let hint = match error {
        ManifestError::TooLarge { bound, .. } => {
            let limit = match bound {
                Bound::Size => Limit::ManifestSize,
                Bound::Entries => Limit::ManifestEntries,
                Bound::Patterns => Limit::ManifestPatterns,
            };
            format!("raise it with {}", limits.knob(limit))
        }
        error => error.hint(),
    };
    SourceError::new(format!("`{shown}` cannot be used: {error}")).hint(hint)
}
