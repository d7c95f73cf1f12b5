//! The parts of a manifest that lifecycle calls do not need.

use serde::Deserialize;
use serde_json::Value;

use super::error::ManifestError;
use super::format;
use super::mapping::{self, Mapping};
use crate::schema::parse::reader::{Members, Reader};

/// The parts of a manifest that lifecycle calls do not need.
#[derive(Debug, Clone)]
pub struct Documents {
    /// The package's Pulumi schema as the component returned it.
    pub schema: Value,
    /// The answers of `GetMapping`.
    pub mappings: Vec<Mapping>,
}

impl Documents {
    /// Reads these parts of a manifest that was checked before.
    ///
    /// # Errors
    /// If it is not a manifest of a known format, or with all mistakes in these parts.
    pub fn read(text: &str) -> Result<Self, ManifestError> {
        let (root, schema) = parts_of(text)?;
        let mut reader = Reader::default();
        let mappings = mapping::read(&mut reader, &root);
        require_no_mistakes(reader)?;
        Ok(Self { schema, mappings })
    }
}

/// The members without the schema, and the schema.
pub(super) fn parts_of(text: &str) -> Result<(Members, Value), ManifestError> {
    // The format is read first, because a newer format may look different.
    #[derive(Deserialize)]
    struct Probe {
        manifest: u64,
    }
    let probe: Probe = serde_json::from_str(text)?;
    if !format::is_read(probe.manifest) {
        return Err(ManifestError::Format {
            found: probe.manifest,
        });
    }
    let mut root: Members = serde_json::from_str(text)?;
    let Some(schema_document) = root.remove("schema") else {
        let mistake = "/schema: the package's schema is missing".to_owned();
        return Err(ManifestError::Mistakes(vec![mistake]));
    };
    Ok((root, schema_document))
}

/// # Errors
/// Returns the manifest's error if the reader found mistakes.
pub(super) fn require_no_mistakes(reader: Reader) -> Result<(), ManifestError> {
    let mistakes = reader.finish();
    if mistakes.is_empty() {
        return Ok(());
    }
    let mistakes = mistakes.iter().map(ToString::to_string).collect();
    Err(ManifestError::Mistakes(mistakes))
}
