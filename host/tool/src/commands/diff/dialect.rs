//! The words of hints, in the language that the provider is written in.

use serde_json::Value;

use crate::component::document::at;
pub(super) use crate::language::Dialect;
use crate::language::LANGUAGES;

/// The words for a provider that was made without an SDK: the keys of its manifest.
const MANIFEST: Dialect = Dialect {
    migrate: "raise `stateVersion` and DOING in `migrate`",
    deprecate: "`deprecationMessage`",
    deprecate_whole: "`deprecationMessage`",
    alias: "`\"aliases\": [{ \"type\": \"TOKEN\" }]`",
    not_required: "`required: false`",
};

impl Dialect {
    /// The terms of the language of the manifest's SDK.
    pub(super) fn of(manifest: &Value) -> Self {
        let sdk = at(manifest, &["sdk", "name"]).as_str().unwrap_or_default();
        let mut languages = LANGUAGES.into_iter();
        languages
            .find(|language| sdk == format!("pulumi-wasm-provider ({language})"))
            .map_or(MANIFEST, |language| language.dialect())
    }

    /// Where recorded state is converted: `doing` is the conversion, such as `set it`.
    pub(super) fn migrate(self, doing: &str) -> String {
        self.migrate.replace("DOING", doing)
    }

    /// How a type names its former token.
    pub(super) fn alias(self, token: &str) -> String {
        self.alias.replace("TOKEN", token)
    }
}
