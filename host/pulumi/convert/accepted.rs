//! The kinds of values that an engine accepts.

/// The special values that an engine accepts in answers. Other special values are written as plain values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::pulumi) struct Accepted {
    /// Secrets. Engines before 0.17.20 do not know them and get plain values.
    pub(in crate::pulumi) secrets: bool,
    /// References to resources. Engines before 2.11 do not know them and get the resources' ids.
    pub(in crate::pulumi) references: bool,
    /// Strings of bytes, which are written in base64 otherwise.
    pub(in crate::pulumi) bytes: bool,
}

/// All kinds, until the engine says otherwise.
impl Default for Accepted {
    fn default() -> Self {
        Self {
            secrets: true,
            references: true,
            bytes: true,
        }
    }
}
