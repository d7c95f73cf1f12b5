//! The parts of a manifest that no lifecycle call looks at.

use serde::Deserialize;
use serde_json::Value;

use super::error::ManifestError;
use super::format;
use super::mapping::{self, Mapping};
use crate::schema::reader::{Members, Reader};

/// The parts that no lifecycle call reads.
#[derive(Debug, Clone)]
pub struct Documents {
    /// The package's Pulumi schema as the component gave it.
    pub schema: Value,
    /// The answers of `GetMapping`.
    pub mappings: Vec<Mapping>,
}

impl Documents {
    /// Reads them of a manifest that was found consistent before.
    ///
    /// # Errors
    /// When it is not a manifest of a known format, or with all mistakes in the read parts.
    pub fn read(text: &str) -> Result<Self, ManifestError> {
        let (root, schema) = parts_of(text)?;
        let mut reader = Reader::default();
        let mappings = mapping::read(&mut reader, &root);
        no_mistakes(reader)?;
        Ok(Self { schema, mappings })
    }
}

/// The members beside the schema, and the schema.
pub(super) fn parts_of(text: &str) -> Result<(Members, Value), ManifestError> {
    // The format first: a newer one may have any form.
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
/// With the mistakes that a reader found.
pub(super) fn no_mistakes(reader: Reader) -> Result<(), ManifestError> {
    let mistakes = reader.finish();
    if mistakes.is_empty() {
        return Ok(());
    }
    let mistakes = mistakes.iter().map(ToString::to_string).collect();
    Err(ManifestError::Mistakes(mistakes))
}
