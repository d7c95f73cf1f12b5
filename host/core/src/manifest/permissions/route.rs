//! A component's route to a host that it asks to reach: proxy, trusted certificates and client certificate. The values
//! are in the configuration.

use serde::{Deserialize, Serialize};

use super::net::property;
use crate::schema::parse::reader::{Members, Reader, member};
use crate::schema::{PackageSchema, Primitive, Type};

/// The configuration values for TLS with a host.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TlsWant {
    /// Certificate authorities to trust in addition to the system's.
    pub ca: Option<String>,
    /// The client certificate that the host presents to the server.
    pub client: Option<ClientCertificateNames>,
    /// A boolean: whether certificates are not verified. It counts only if the user granted it.
    pub insecure: Option<String>,
}

/// The configuration values of a client certificate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientCertificateNames {
    /// The certificate, with the chain to its authority.
    pub certificate: String,
    pub key: String,
    /// Whether the component does not receive the key.
    pub host_only: bool,
}

impl TlsWant {
    /// A description for the person who decides about a grant, one sentence each.
    pub(crate) fn details(&self) -> impl Iterator<Item = String> + '_ {
        let ca = self.ca.iter().map(|name| {
            format!("the host trusts the authorities in the configuration's `{name}` there")
        });
        let client = self.client.iter().map(|client| {
            let ClientCertificateNames {
                certificate,
                key,
                host_only,
            } = client;
            let seen = if *host_only {
                "the component does not see the key"
            } else {
                "the component sees the key too"
            };
            format!(
                "the host shows the certificate in the configuration's `{certificate}`, with the key in `{key}`, and {seen}"
            )
        });
        let insecure = self.insecure.iter().map(|name| {
            format!(
                "the host does not check certificates if the configuration's `{name}` asks for that and `--allow-insecure-tls` grants it"
            )
        });
        ca.chain(client).chain(insecure)
    }
}

/// Reads the TLS settings of a permission.
pub(crate) fn tls(
    reader: &mut Reader,
    permission: &Members,
    place: &str,
    schema: &PackageSchema,
) -> Option<TlsWant> {
    let spec = reader.object_member(permission, "tls", place)?;
    let place = member(place, "tls");
    let known = ["ca", "certificate", "key", "hostOnly", "insecure"];
    reader.only(spec, &known, &place);
    let host_only = reader.flag(spec, "hostOnly", &place);
    let text = |reader: &mut Reader, key: &str| {
        let is_there = spec.contains_key(key);
        is_there
            .then(|| property(reader, spec, key, &place, schema))
            .flatten()
    };
    let (ca, certificate, key) = (
        text(reader, "ca"),
        text(reader, "certificate"),
        text(reader, "key"),
    );
    if spec.contains_key("certificate") != spec.contains_key("key") {
        reader.mistake(&place, "`certificate` and `key` belong together");
    }
    if host_only && !spec.contains_key("key") {
        reader.mistake(&place, "`hostOnly` needs a `key`");
    }
    if let Some(name) = &ca
        && let Some(found) = schema.config.properties.get(name)
        && (found.default.is_some() || found.constant.is_some())
    {
        let message = format!(
            "`{name}` cannot have a default or a constant in the schema: which authorities are trusted is the user's decision"
        );
        reader.mistake(&place, message);
    }
    if let Some(key) = &key
        && !schema
            .config
            .properties
            .get(key)
            .is_some_and(|found| found.secret)
    {
        reader.mistake(&place, format!("`{key}` must be secret in the schema"));
    }
    let client = certificate
        .zip(key)
        .map(|(certificate, key)| ClientCertificateNames {
            certificate,
            key,
            host_only,
        });
    Some(TlsWant {
        ca,
        client,
        insecure: insecure(reader, spec, &place, schema),
    })
}

/// The name of the boolean that turns off the verification of certificates.
fn insecure(
    reader: &mut Reader,
    spec: &Members,
    place: &str,
    schema: &PackageSchema,
) -> Option<String> {
    let name = reader.text(spec, "insecure", place)?.to_owned();
    match schema.config.properties.get(&name) {
        None => reader.mistake(place, format!("the configuration has no `{name}`")),
        Some(found) if found.value_type != Type::Primitive(Primitive::Boolean) => {
            reader.mistake(place, format!("`{name}` must be a boolean"));
        }
        Some(_) => return Some(name),
    }
    None
}

/// The configuration value with the proxy's address. A proxy sees all requests, so the user must choose it and it
/// cannot be a default.
pub(crate) fn proxy(
    reader: &mut Reader,
    permission: &Members,
    place: &str,
    schema: &PackageSchema,
) -> Option<String> {
    if !permission.contains_key("proxy") {
        return None;
    }
    let name = property(reader, permission, "proxy", place, schema)?;
    let found = schema.config.properties.get(&name)?;
    if found.default.is_some() || !found.environment.is_empty() || found.constant.is_some() {
        let message = format!(
            "`{name}` cannot have a default or a variable in the schema: which proxy sees the requests is the user's decision"
        );
        reader.mistake(place, message);
    }
    Some(name)
}
