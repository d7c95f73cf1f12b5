//! A project with the name of a package.
//!
//! The keys of a stack's configuration begin with the name of a project or of a package. If both names are equal, the engine
//! gives the values of the project's program to the default provider of the package as well.

use crate::call::Call;
use crate::error::failure::PropertyFailure;
use crate::package::Package;
use crate::value::PropertyMap;
use crate::value::property_path::PropertyPath;

/// Explains failures about values that may belong to the program and not to the package. `raw` is the configuration as the engine
/// gave it.
pub(crate) fn explain(
    package: &Package,
    call: &Call,
    raw: &PropertyMap,
    failures: &mut [PropertyFailure],
) {
    let name = package.name();
    let Some(file) = call.wording.project_file() else {
        return;
    };
    if !is_default_of_project(&call.subject.urn, name) {
        return;
    }
    let hint = format!(
        "\nhint: the project has the name of the package, so the package gets the configuration of the program too; give the \
         project another `name` in {file}, and set the configuration of the program again"
    );
    let is_declared = |key: &str| {
        let mut components = package.components.iter();
        components.any(|component| {
            let schema = &component.manifest().schema;
            schema.config.properties.contains_key(key)
        })
    };
    for key in raw.keys().filter(|key| !is_declared(key)) {
        let path = PropertyPath::root(key).to_string();
        for failure in failures
            .iter_mut()
            .filter(|failure| failure.property == path)
        {
            failure.reason.push_str(&hint);
        }
    }
}

/// Whether a URN is the URN of the default provider of a package, in a project with the name of the package.
fn is_default_of_project(urn: &str, package: &str) -> bool {
    // urn:pulumi:STACK::PROJECT::TYPES::NAME
    let mut parts = urn.splitn(4, "::").skip(1);
    parts.next() == Some(package)
        && parts
            .next()
            .and_then(|types| types.strip_prefix("pulumi:providers:"))
            == Some(package)
        && parts.next().is_some_and(|name| name.starts_with("default"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_default_provider_has_the_configuration_of_the_stack() {
        for (urn, expected) in [
            ("urn:pulumi:dev::acme::pulumi:providers:acme::default", true),
            (
                "urn:pulumi:dev::acme::pulumi:providers:acme::default_1_2_3",
                true,
            ),
            ("urn:pulumi:dev::acme::pulumi:providers:acme::mine", false),
            (
                "urn:pulumi:dev::shop::pulumi:providers:acme::default",
                false,
            ),
            (
                "urn:pulumi:dev::acme::pulumi:providers:other::default",
                false,
            ),
            (
                "urn:pulumi:dev::acme::acme:index:Site$pulumi:providers:acme::default",
                false,
            ),
            ("", false),
        ] {
            assert_eq!(is_default_of_project(urn, "acme"), expected, "{urn}");
        }
    }
}
