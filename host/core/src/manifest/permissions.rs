//! The permissions that a component asks for.

pub(super) mod configured;
pub(super) mod net;
pub(super) mod route;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::items::items;
use crate::schema::PackageSchema;
use crate::schema::parse::reader::{Members, Reader};
use crate::value::PropertyMap;
use configured::ConfiguredPath;
use net::{Credential, SafeRequest};
use route::TlsWant;

/// The addresses and variables that a component asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Permissions {
    pub net: Vec<NetPermission>,
    pub env: Vec<EnvPermission>,
}

impl Permissions {
    /// A configuration without the values that the host keeps from the component.
    #[must_use]
    pub fn shown(&self, mut configuration: PropertyMap) -> PropertyMap {
        for property in self.withheld() {
            configuration.remove(property);
        }
        configuration
    }

    /// The names of the configuration values that the host keeps from the component.
    pub(crate) fn withheld(&self) -> impl Iterator<Item = &str> {
        self.net.iter().flat_map(|permission| {
            let credential = permission.credential.as_ref();
            let credential = credential.filter(|credential| credential.host_only);
            let credential = credential.map(|credential| credential.property.as_str());
            let client = permission.tls.as_ref().and_then(|tls| tls.client.as_ref());
            let client = client.filter(|client| client.host_only);
            credential
                .into_iter()
                .chain(client.map(|client| client.key.as_str()))
        })
    }
}

/// A host that a component asks to reach.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetPermission {
    /// `HOST`, `HOST:PORT`, `*.DOMAIN`, with or without a scheme, or `config:PATH`.
    pub host: String,
    pub required: bool,
    pub reason: String,
    /// Requests that only read, as the author declares. The host sends them even in calls without effects.
    pub safe_requests: Vec<SafeRequest>,
    /// The credential that the host attaches to requests to this host.
    pub credential: Option<Credential>,
    /// The configuration values for TLS with this host.
    pub tls: Option<TlsWant>,
    /// The configuration value with the address of the proxy for this host.
    pub proxy: Option<String>,
}

impl NetPermission {
    /// The way to the address in the configuration, if the permission has the form `config:PATH`.
    #[must_use]
    pub fn configured(&self) -> Option<ConfiguredPath<'_>> {
        self.host.strip_prefix("config:").map(ConfiguredPath::new)
    }

    /// Further rules for this host, one sentence each.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        let reads = self.safe_requests.iter().map(|read| {
            format!("{read} is sent in previews too: its author declares that it changes nothing")
        });
        let credential = self.credential.iter().map(ToString::to_string);
        let tls = self.tls.iter().flat_map(TlsWant::details);
        let proxy = self.proxy.iter().map(|name| {
            format!("requests go through the proxy in the configuration's `{name}`, which sees their destinations")
        });
        reads.chain(credential).chain(tls).chain(proxy).collect()
    }
}

/// An environment variable that a component asks to read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnvPermission {
    pub name: String,
    pub required: bool,
    pub reason: String,
}

/// Reads the part `permissions`.
pub(super) fn read(reader: &mut Reader, root: &Members, schema: &PackageSchema) -> Permissions {
    let mut permissions = Permissions::default();
    let Some(spec) = reader.object_member(root, "permissions", "") else {
        return permissions;
    };
    reader.only(spec, &["net", "env"], "/permissions");
    for (index, item) in items(reader, spec, "net", "/permissions")
        .iter()
        .enumerate()
    {
        let place = format!("/permissions/net/{index}");
        let more = ["safeRequests", "credential", "tls", "proxy"];
        let Some((host, required, reason)) = permission(reader, item, "host", &more, &place) else {
            continue;
        };
        let empty = Members::new();
        let spec = item.as_object().unwrap_or(&empty);
        let permission = NetPermission {
            host,
            required,
            reason,
            safe_requests: net::safe_requests(reader, spec, &place),
            credential: net::credential(reader, spec, &place, schema),
            tls: route::tls(reader, spec, &place, schema),
            proxy: route::proxy(reader, spec, &place, schema),
        };
        if permission.host.contains(['{', '}']) {
            let host = &permission.host;
            let message = format!(
                "`{host}` is not an address, because braces are not replaced; for an address from the configuration, write `config:` \
                 and the key of the configuration value, which is what the SDKs write when the host is an option of the configuration"
            );
            reader.mistake(&place, message);
        }
        if let Some(path) = permission.configured()
            && !path.is_declared(schema)
        {
            let message = format!(
                "the configuration has no `{path}`, which `{}` names",
                permission.host
            );
            reader.mistake(&place, message);
        }
        permissions.net.push(permission);
    }
    for (index, item) in items(reader, spec, "env", "/permissions")
        .iter()
        .enumerate()
    {
        let place = format!("/permissions/env/{index}");
        let Some((name, required, reason)) = permission(reader, item, "name", &[], &place) else {
            continue;
        };
        if name.contains(['=', '\0']) {
            reader.mistake(&place, format!("`{name}` is not a name of a variable"));
        }
        permissions.env.push(EnvPermission {
            name,
            required,
            reason,
        });
    }
    permissions
}

/// Reads one permission: its address or variable, whether it is required, and the reason.
fn permission(
    reader: &mut Reader,
    item: &Value,
    key: &str,
    more: &[&str],
    place: &str,
) -> Option<(String, bool, String)> {
    let spec = reader.members(item, place)?;
    reader.only(spec, &[&[key, "required", "reason"], more].concat(), place);
    let required = reader.flag(spec, "required", place);
    let reason = reader.text(spec, "reason", place).unwrap_or_default();
    let told = reader.mistakes.len();
    let wanted = reader.text(spec, key, place).unwrap_or_default();
    if wanted.is_empty() && reader.mistakes.len() == told {
        reader.mistake(place, format!("`{key}` must name the wanted access"));
    }
    (!wanted.is_empty()).then(|| (wanted.to_owned(), required, reason.to_owned()))
}
