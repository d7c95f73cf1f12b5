//! The size limits of a manifest. Its text is measured before it is parsed, because the tree of its values takes up to
//! a hundred times the memory of the text.

use super::error::ManifestError;

/// The size limits of a manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of the text.
    pub size: u64,
    /// The total number of object members and list elements.
    pub entries: u64,
    /// The total size of the compiled regular expressions in bytes.
    pub patterns: u64,
}

impl Default for Bounds {
    /// The limits of every manifest. A schema with a thousand resource types fits into them.
    fn default() -> Self {
        Self {
            size: 32 << 20,
            entries: 1_000_000,
            patterns: 64 << 20,
        }
    }
}

impl Bounds {
    /// No limits, for a text that was checked before.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            size: u64::MAX,
            entries: u64::MAX,
            patterns: u64::MAX,
        }
    }
}

/// One of the [`Bounds`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Size,
    Entries,
    Patterns,
}

impl Bound {
    /// The name of the limit in messages and pages.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Size => "manifest-size",
            Self::Entries => "manifest-entries",
            Self::Patterns => "manifest-patterns",
        }
    }

    /// The next step for a manifest that exceeds the limit.
    pub(super) fn advice(self) -> &'static str {
        match self {
            Self::Size | Self::Entries => "split the package into several",
            Self::Patterns => "use fewer or simpler patterns",
        }
    }

    /// The sentence for a manifest that exceeds the limit.
    pub(super) fn exceeded(self, most: u64) -> String {
        let name = self.name();
        match self {
            Self::Size => {
                format!("the manifest is larger than {most} bytes, the limit `{name}`")
            }
            Self::Entries => format!(
                "the manifest has more than {most} members and elements, the limit `{name}`"
            ),
            Self::Patterns => format!(
                "the regular expressions of the manifest take more than {most} bytes, the limit `{name}`"
            ),
        }
    }
}

/// The maximum length of a name in bytes. The place in every message contains names.
const MAX_NAME_BYTES: usize = 1024;

/// Measures a text without parsing it. Whether it is valid JSON is checked later.
pub(super) fn measure(text: &str, bounds: &Bounds) -> Result<(), ManifestError> {
    let beyond = |bound, most| Err(ManifestError::TooLarge { bound, most });
    if text.len() as u64 > bounds.size {
        return beyond(Bound::Size, bounds.size);
    }
    let mut entries = 0_u64;
    let mut last_text = 0;
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => last_text = skip_text(&mut bytes),
            b':' if last_text > MAX_NAME_BYTES => {
                let mistake = format!(
                    "a name has {last_text} bytes; names have {MAX_NAME_BYTES} bytes at most"
                );
                return Err(ManifestError::Mistakes(vec![mistake]));
            }
            // Every entry except the first follows a comma, and the first follows a bracket.
            b',' | b'{' | b'[' => {
                entries += 1;
                if entries > bounds.entries {
                    return beyond(Bound::Entries, bounds.entries);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Skips the rest of a string, and returns its length.
fn skip_text(bytes: &mut std::str::Bytes) -> usize {
    let mut length = 0;
    while let Some(byte) = bytes.next() {
        match byte {
            b'"' => break,
            b'\\' => drop(bytes.next()),
            _ => {}
        }
        length += 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(text: &str, size: u64, entries: u64) -> Option<Bound> {
        let bounds = Bounds {
            size,
            entries,
            ..Bounds::default()
        };
        match measure(text, &bounds) {
            Err(ManifestError::TooLarge { bound, .. }) => Some(bound),
            _ => None,
        }
    }

    #[test]
    fn a_text_is_measured_by_its_bytes_and_entries() {
        let text = r#"{"a": [1, "x,{[\",:", {}], "b\\": {"c": 0}}"#;
        let entries = 7;
        let length = text.len() as u64;
        assert_eq!(measured(text, length, entries), None);
        assert_eq!(measured(text, length, entries - 1), Some(Bound::Entries));
        assert_eq!(measured(text, length - 1, entries), Some(Bound::Size));
        // An unfinished string has no entries.
        assert_eq!(measured(r#"["a,,,,,,,,,"#, 100, 1), None);
    }

    #[test]
    fn a_name_that_is_too_long_is_refused_and_a_long_text_is_not() {
        let long = "x".repeat(MAX_NAME_BYTES + 1);
        let name = format!("{{\"{long}\" : 1}}");
        let text = format!("{{\"a\": \"{long}\"}}");
        let refused = measure(&name, &Bounds::default()).unwrap_err();
        assert!(refused.to_string().contains("1025 bytes"), "{refused}");
        assert!(measure(&text, &Bounds::default()).is_ok());
    }
}
