//! The words of hints, in the language that the provider is written in.

use serde_json::Value;

use crate::document::at;

/// How the author of a component writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Rust,
    Python,
    TypeScript,
    /// The manifest itself.
    Manifest,
}

impl Dialect {
    /// That of the SDK which a manifest names.
    pub(super) fn of(manifest: &Value) -> Self {
        let sdk = at(manifest, &["sdk", "name"]).as_str().unwrap_or_default();
        match sdk.strip_prefix("pulumi-wasm-provider ") {
            Some("(Rust)") => Self::Rust,
            Some("(Python)") => Self::Python,
            Some("(TypeScript)") => Self::TypeScript,
            _ => Self::Manifest,
        }
    }

    /// Where recorded state is brought to another form: `doing` is what is done there, such as `set it`.
    pub(super) fn migrate(self, doing: &str) -> String {
        match self {
            Self::Manifest => format!("raise `stateVersion` and {doing} in `migrate`"),
            Self::Rust | Self::Python | Self::TypeScript => {
                format!("{doing} in a step of `migrations`")
            }
        }
    }

    /// How a property is deprecated.
    pub(super) fn deprecate(self) -> &'static str {
        match self {
            Self::Rust => "`#[property(deprecated = \"…\")]`",
            Self::Python => "`Field(deprecated=\"…\")`",
            Self::TypeScript => "`.deprecated(\"…\")`",
            Self::Manifest => "`deprecationMessage`",
        }
    }

    /// How a type or a function is deprecated.
    pub(super) fn deprecate_whole(self) -> &'static str {
        match self {
            Self::Rust => "`deprecated = \"…\"`",
            Self::Python => "`deprecated=\"…\"`",
            Self::TypeScript => "`deprecated: \"…\"`",
            Self::Manifest => "`deprecationMessage`",
        }
    }

    /// How a type says what it was called.
    pub(super) fn alias(self, token: &str) -> String {
        match self {
            Self::Rust => format!("`alias = \"{token}\"`"),
            Self::Python => format!("`aliases=[\"{token}\"]`"),
            Self::TypeScript => format!("`aliases: [\"{token}\"]`"),
            Self::Manifest => format!("`\"aliases\": [{{ \"type\": \"{token}\" }}]`"),
        }
    }

    /// How a want says that the component can do without it.
    pub(super) fn not_required(self) -> &'static str {
        match self {
            Self::Python => "`required=False`",
            Self::Rust | Self::TypeScript | Self::Manifest => "`required: false`",
        }
    }
}
