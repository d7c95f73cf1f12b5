//! The words of a language for parts of a provider.

/// How an author writes parts of a provider, for hints.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dialect {
    /// Where recorded state is converted. `DOING` is replaced by the conversion, such as `set it`.
    pub(crate) migrate: &'static str,
    /// How a property is deprecated.
    pub(crate) deprecate: &'static str,
    /// How a type or a function is deprecated.
    pub(crate) deprecate_whole: &'static str,
    /// How a type names its former token. `TOKEN` is replaced by the token.
    pub(crate) alias: &'static str,
    /// How a permission is optional.
    pub(crate) not_required: &'static str,
}

/// The terms for migrations in all SDKs.
pub(super) const MIGRATE: &str = "DOING in a step of `migrations`";
