//! The hosts and variables that a provider asks for, as the manifest writes them.

use serde_json::{Value as JsonValue, json};

use crate::provider::declaration::{Credential, Env, Form, Host, Net, Tls, User};
use crate::value::map::PropertyMap;

pub(super) fn hosts(net: &[Net]) -> Vec<JsonValue> {
    net.iter().map(host).collect()
}

fn host(net: &Net) -> JsonValue {
    let host = match net.host {
        Host::Named(name) => name.to_owned(),
        Host::Configured(value) => format!("config:{value}"),
    };
    let mut spec = json!({ "host": host, "required": net.required, "reason": net.reason });
    if !net.safe_requests.is_empty() {
        spec["safeRequests"] = json!(net.safe_requests);
    }
    if let Some(credential) = &net.credential {
        spec["credential"] = self::credential(credential).into();
    }
    if let Some(tls) = &net.tls {
        spec["tls"] = self::tls(tls).into();
    }
    if let Some(proxy) = net.proxy {
        spec["proxy"] = json!(proxy);
    }
    spec
}

fn credential(credential: &Credential) -> PropertyMap {
    let mut members = PropertyMap::new();
    let mut put = |key: &str, text: &str| members.insert(key.to_owned(), text.into());
    put("config", credential.config);
    match credential.form {
        Form::Bearer => put("as", "bearer"),
        Form::Basic => put("as", "basic"),
        Form::Header(name) => {
            put("header", name);
            put("as", "header")
        }
    };
    match credential.user {
        Some(User::Named(name)) => drop(put("user", name)),
        Some(User::Configured(value)) => drop(put("userConfig", value)),
        None => {}
    }
    members.insert("hostOnly".to_owned(), credential.host_only.into());
    members
}

fn tls(tls: &Tls) -> PropertyMap {
    let mut members = PropertyMap::new();
    for (key, value) in [
        ("ca", tls.ca),
        ("certificate", tls.certificate),
        ("key", tls.key),
        ("insecure", tls.insecure),
    ] {
        if let Some(value) = value {
            members.insert(key.to_owned(), value.into());
        }
    }
    if tls.host_only {
        members.insert("hostOnly".to_owned(), true.into());
    }
    members
}

pub(super) fn variable(env: &Env) -> JsonValue {
    json!({ "name": env.name, "required": env.required, "reason": env.reason })
}
