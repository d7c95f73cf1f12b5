//! The names of resources, as URNs have them.

/// The name of the resource that a URN names.
#[must_use]
pub fn name_in_urn(urn: &str) -> &str {
    // urn:pulumi:STACK::PROJECT::TYPE::NAME; the name may have `::` in it.
    urn.splitn(4, "::").nth(3).unwrap_or(urn)
}
