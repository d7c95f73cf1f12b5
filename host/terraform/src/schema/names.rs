//! Names of properties, types and functions in Terraform's form.
//!
//! The table of a block maps a name in Terraform's form back to its property, because several properties could have the same
//! name by the rules.

use pulumi_wasm_core::schema::snake_case;
use pulumi_wasm_packages::own_package::program_name::Engine;

/// The attributes that Terraform itself reads in each block of a resource or data source, the resource's id, and the block of time limits.
const RESERVED: [&str; 9] = [
    "connection",
    "count",
    "depends_on",
    "for_each",
    "id",
    "lifecycle",
    "provider",
    "provisioner",
    "timeouts",
];
/// The attributes that Terraform itself reads in the provider's block, or keeps for later.
const RESERVED_FOR_PROVIDER: [&str; 6] = [
    "alias",
    "count",
    "depends_on",
    "for_each",
    "source",
    "version",
];

/// The blocks that have reserved names of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// The block of a resource or a data source.
    Resource,
    /// The provider's block.
    Provider,
    /// An object inside an attribute, where each name is free.
    Nested,
}

/// The attribute of a property: lower case, with an underscore between words. A reserved name gets one at its end.
pub(crate) fn attribute(property: &str, place: Place) -> String {
    let name = snake_case(property);
    let is_reserved = match place {
        Place::Resource => RESERVED.contains(&name.as_str()),
        Place::Provider => RESERVED_FOR_PROVIDER.contains(&name.as_str()),
        Place::Nested => false,
    };
    if is_reserved { name + "_" } else { name }
}

/// The type of a resource: the provider's name, the module if it is not `index`, and the name. A word that the name repeats is left
/// out: `random:index/randomPassword:RandomPassword` is `random_password`.
pub(crate) fn resource_type(token: &str) -> String {
    typed(token, "")
}

/// The type of the data source of a function. A leading `get` is left out.
pub(crate) fn data_source(token: &str) -> String {
    typed(token, "get_")
}

/// The name of a provider function: the module if it is not `index`, and the name.
pub(crate) fn function(token: &str) -> String {
    let (mut words, name) = parts(token);
    words.push(name);
    words.join("_")
}

/// The words of the module and the name in a token. The word `index` is left out, and so is a last word that repeats the name in
/// another case.
fn parts(token: &str) -> (Vec<String>, String) {
    let mut parts = token.splitn(3, ':').skip(1);
    let (module, name) = match (parts.next(), parts.next()) {
        (Some(module), Some(name)) => (module, name),
        (Some(name), None) => ("", name),
        _ => ("", ""),
    };
    let name = snake_case(name);
    let words = module.split('/').map(snake_case);
    let words = words.filter(|word| !word.is_empty() && word != "index");
    let mut words: Vec<String> = words.collect();
    if words.last() == Some(&name) && module.contains('/') {
        words.pop();
    }
    (words, name)
}

fn typed(token: &str, left_out: &str) -> String {
    let package = token.split(':').next().unwrap_or_default();
    let package = Engine::Terraform.provider(package);
    let (module, name) = parts(token);
    let name = name
        .strip_prefix(left_out)
        .filter(|rest| !rest.is_empty())
        .unwrap_or(&name);
    let repeated = format!("{}_", snake_case(&package));
    let name = name.strip_prefix(&repeated).unwrap_or(name).to_owned();
    let words: Vec<String> = [package].into_iter().chain(module).chain([name]).collect();
    words.join("_")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_property_is_an_attribute_in_lower_case_with_underscores() {
        for (property, expected) in [
            ("length", "length"),
            ("minLower", "min_lower"),
            ("b64Std", "b64_std"),
            ("vpcID", "vpc_id"),
            ("vpcIDs", "vpc_ids"),
            ("HTTPServer", "http_server"),
            ("already_snake", "already_snake"),
            ("$ref", "_ref"),
            ("@type", "_type"),
            ("2fa", "_2fa"),
            ("a.b", "a_b"),
            ("count", "count_"),
            ("id", "id_"),
            ("alias", "alias"),
        ] {
            assert_eq!(attribute(property, Place::Resource), expected);
        }
        for property in [
            "alias",
            "count",
            "dependsOn",
            "forEach",
            "source",
            "version",
        ] {
            let name = attribute(property, Place::Provider);
            assert_eq!(name, format!("{}_", snake_case(property)));
        }
        assert_eq!(attribute("id", Place::Nested), "id");
    }

    #[test]
    fn a_token_is_a_type_of_the_provider() {
        for (token, expected) in [
            (
                "random:index/randomPassword:RandomPassword",
                "random_password",
            ),
            ("random:index:RandomPassword", "random_password"),
            ("powerdns:index:Zone", "powerdns_zone"),
            ("acme:s3/bucket:Bucket", "acme_s3_bucket"),
            ("acme:Thing", "acme_thing"),
            ("acme:apps/v1:Job", "acme_apps_v1_job"),
            ("acme:apps/v1beta1:Job", "acme_apps_v1beta1_job"),
            ("acme:index/v1:Job", "acme_v1_job"),
            ("acme:job:Job", "acme_job_job"),
            ("acme:net:HTTPServer", "acme_net_http_server"),
            ("acme:net__x:two__parts", "acme_net__x_two__parts"),
            ("my_pkg:index:Thing", "my-pkg_thing"),
        ] {
            assert_eq!(resource_type(token), expected);
        }
        assert_eq!(data_source("powerdns:index:getZone"), "powerdns_zone");
        assert_eq!(data_source("acme:index:get"), "acme_get");
        assert_eq!(function("acme:index:parseId"), "parse_id");
        assert_eq!(data_source("acme:net/getRange:getRange"), "acme_net_range");
        assert_eq!(
            function("acme:net/splitRange:splitRange"),
            "net_split_range"
        );
        let name = function("acme:net/subnet:splitRange");
        assert_eq!(name, "net_subnet_split_range");
    }
}
