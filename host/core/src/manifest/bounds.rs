//! The size limits of a manifest.

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
