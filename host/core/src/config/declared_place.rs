//! Where a provider is declared, and so who wrote its configuration.
//!
//! The engine puts the types of all parents into a resource's URN. A component can only declare resources below itself.
//! So a provider without a parent was declared by the program, or is the default provider with the stack's
//! configuration. The configuration of any other provider may come from a component of any package.

/// Whether a provider of the package is declared below another resource; `false` if the URN is empty, because the
/// engine did not name the provider.
pub(crate) fn is_below_resource(urn: &str, package: &str) -> bool {
    if urn.is_empty() {
        return false;
    }
    // A type may contain `::`, so the whole list of types is compared.
    let mut parts = urn.splitn(4, "::");
    let types = parts
        .nth(2)
        .and_then(|types| types.strip_prefix("pulumi:providers:"));
    types != Some(package) || parts.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_without_a_parent_is_that_of_the_program_and_no_other_is() {
        for (urn, is_below) in [
            ("", false),
            (
                "urn:pulumi:dev::shop::pulumi:providers:acme::default",
                false,
            ),
            ("urn:pulumi:dev::shop::pulumi:providers:acme::a::b$c", false),
            (
                "urn:pulumi:dev::shop::acme:index:Site$pulumi:providers:acme::p",
                true,
            ),
            (
                "urn:pulumi:dev::shop::app:index:App$pulumi:providers:acme::p",
                true,
            ),
            // Types with an empty module.
            (
                "urn:pulumi:dev::shop::acme::Site$pulumi:providers:acme::p",
                true,
            ),
            (
                "urn:pulumi:dev::shop::app::App$acme:index:Site$pulumi:providers:acme::p",
                true,
            ),
            ("urn:pulumi:dev::shop::pulumi:providers:other::p", true),
            ("urn:pulumi:dev::shop::pulumi:providers:acme", true),
            ("pulumi:providers:acme::p", true),
        ] {
            assert_eq!(is_below_resource(urn, "acme"), is_below, "{urn}");
        }
    }
}
