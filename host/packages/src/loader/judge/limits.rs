//! The limits that apply to manifests, and to values that were recorded elsewhere.

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::manifest::{Manifest, ManifestError};

use crate::SourceError;

/// The largest limits that a value may set for work before its digest is verified. Users add larger components with
/// `pulumi-wasm pull` or `pulumi-wasm cache add`, which take limits from their command line.
const MAXIMA: [(Limit, u64); 2] = [
    (Limit::ComponentSize, 1 << 30),
    (Limit::FetchTime, 60 * 60 * 1000),
];

/// The limits of a value, bounded for finding and fetching its components.
pub(crate) fn bounded(limits: &Limits) -> Limits {
    let mut bounded = limits.clone();
    for (limit, most) in MAXIMA {
        let rule = "limit than a recorded package may have: bring the component with `pulumi-wasm pull` or `pulumi-wasm cache add`";
        bounded.cap(limit, most, rule);
    }
    bounded
}

/// A manifest's text, and the result of reading it.
pub(crate) type ReadManifest = (String, Result<Manifest, ManifestError>);

pub(crate) fn judge(text: String) -> ReadManifest {
    let manifest = Manifest::parse(&text);
    (text, manifest)
}

/// The refusal of a component because of its manifest.
pub(crate) fn refusal(shown: &str, error: &ManifestError) -> SourceError {
    SourceError::new(format!("`{shown}` cannot be used: {error}")).hint(error.hint())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_raises_limits_of_fetching_to_their_maxima_at_most() {
        let mut limits = Limits::default();
        let within = bounded(&limits);
        for (limit, _) in MAXIMA {
            assert_eq!(within.get(limit), limits.get(limit));
            limits.set(limit, u64::MAX);
        }
        let within = bounded(&limits);
        for (limit, most) in MAXIMA {
            assert_eq!(within.get(limit), most);
            assert!(within.hint(limit).contains("pulumi-wasm pull"));
        }
        // An operator's lower maximum takes precedence.
        limits.cap(Limit::ComponentSize, 5, "a rule");
        assert_eq!(bounded(&limits).get(Limit::ComponentSize), 5);
    }
}
