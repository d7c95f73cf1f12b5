//! The wants of a component.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::items::items;
use super::net::{self, Credential, ReadingRequest};
use super::route_want::{self, TlsWant};
use crate::schema::PackageSchema;
use crate::schema::reader::{Members, Reader};
use crate::value::PropertyMap;

/// The addresses and variables that a component wants.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wants {
    pub net: Vec<NetWant>,
    pub env: Vec<EnvWant>,
}

impl Wants {
    /// A configuration as the component may see it: without the credentials that the host keeps to itself.
    #[must_use]
    pub fn shown(&self, mut configuration: PropertyMap) -> PropertyMap {
        for credential in self.net.iter().filter_map(|want| want.credential.as_ref()) {
            if credential.withheld {
                configuration.remove(&credential.property);
            }
        }
        let clients = self
            .net
            .iter()
            .filter_map(|want| want.tls.as_ref()?.client.as_ref());
        for client in clients.filter(|client| client.withheld) {
            configuration.remove(&client.key);
        }
        configuration
    }
}

/// A host that a component wants to reach.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetWant {
    /// `HOST`, `HOST:PORT`, `*.DOMAIN`, with or without a scheme, or `config:NAME`.
    pub host: String,
    pub required: bool,
    pub reason: String,
    /// Requests that only read, by the author's word: they are sent even in calls that may not change anything.
    pub reads: Vec<ReadingRequest>,
    /// The credential that the host attaches to requests to that host.
    pub credential: Option<Credential>,
    /// The configuration values that TLS with that host follows.
    pub tls: Option<TlsWant>,
    /// The configuration value with the address of the proxy that it is asked through.
    pub proxy: Option<String>,
}

impl NetWant {
    /// The configuration value whose address is wanted, if the want has that form.
    #[must_use]
    pub fn configuration_key(&self) -> Option<&str> {
        self.host.strip_prefix("config:")
    }

    /// Further rules for that host, a sentence each.
    #[must_use]
    pub fn details(&self) -> Vec<String> {
        let reads = self.reads.iter().map(|read| {
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

/// An environment variable that a component wants to read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnvWant {
    pub name: String,
    pub required: bool,
    pub reason: String,
}

/// The part `wants`.
pub(super) fn read(reader: &mut Reader, root: &Members, schema: &PackageSchema) -> Wants {
    let mut wants = Wants::default();
    let Some(spec) = reader.object_member(root, "wants", "") else {
        return wants;
    };
    reader.only(spec, &["net", "env"], "/wants");
    for (index, item) in items(reader, spec, "net", "/wants").iter().enumerate() {
        let place = format!("/wants/net/{index}");
        let more = ["reads", "credential", "tls", "proxy"];
        let Some((host, required, reason)) = want(reader, item, "host", &more, &place) else {
            continue;
        };
        let empty = Members::new();
        let spec = item.as_object().unwrap_or(&empty);
        let want = NetWant {
            host,
            required,
            reason,
            reads: net::reads(reader, spec, &place),
            credential: net::credential(reader, spec, &place, schema),
            tls: route_want::tls(reader, spec, &place, schema),
            proxy: route_want::proxy(reader, spec, &place, schema),
        };
        if let Some(key) = want.configuration_key()
            && !schema.config.properties.contains_key(key)
        {
            let message = format!(
                "the configuration has no `{key}`, which `{}` names",
                want.host
            );
            reader.mistake(&place, message);
        }
        wants.net.push(want);
    }
    for (index, item) in items(reader, spec, "env", "/wants").iter().enumerate() {
        let place = format!("/wants/env/{index}");
        let Some((name, required, reason)) = want(reader, item, "name", &[], &place) else {
            continue;
        };
        if name.contains(['=', '\0']) {
            reader.mistake(&place, format!("`{name}` is not a name of a variable"));
        }
        wants.env.push(EnvWant {
            name,
            required,
            reason,
        });
    }
    wants
}

/// One want: its address or variable, whether it is required, and the reason.
fn want(
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
