//! How large a manifest may be.

/// The most that a manifest may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// Bytes of the text.
    pub size: u64,
    /// Members of objects and elements of lists, all together.
    pub entries: u64,
    /// Bytes of the regular expressions when they are compiled, all together.
    pub patterns: u64,
}

impl Default for Bounds {
    /// The defaults. A schema with a thousand resource types stays below them.
    fn default() -> Self {
        Self {
            size: 32 << 20,
            entries: 1_000_000,
            patterns: 64 << 20,
        }
    }
}

impl Bounds {
    /// None: for a text that was judged before.
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
    /// The name of the limit that a user sets.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Size => "manifest-size",
            Self::Entries => "manifest-entries",
            Self::Patterns => "manifest-patterns",
        }
    }

    /// The sentence for a manifest that is beyond it.
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
