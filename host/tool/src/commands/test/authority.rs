//! The grants of a case.
//!
//! Cases are files of the project, whose author may be another person, and run without a question. So a case grants
//! only servers of this machine, and variables whose values it sets itself. Everything else is granted on the command
//! line.

use anyhow::{Context, bail};
use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::http::{Fit, HostPattern, proxy_address};
use pulumi_wasm_core::manifest::{Manifest, NetPermission, Step};
use pulumi_wasm_core::text::{Excerpt, quoted};
use pulumi_wasm_core::value::PropertyMap;
use pulumi_wasm_simulator::{from_map, is_secret, is_unknown};
use serde_json::{Map, Value};

use super::format::Case;

/// The grants of the command line, and those that a case adds.
///
/// # Errors
/// When the case grants more than it may.
pub(super) fn granted(case: &Case, given: &Grants) -> anyhow::Result<Grants> {
    let mut grants = given.clone();
    for host in &case.allow.net {
        let pattern: HostPattern = host.parse().context("`allow.net`")?;
        let is_given = given
            .net
            .iter()
            .any(|grant| grant.fit(&pattern) == Fit::Whole);
        if is_given {
            continue;
        }
        if !pattern.is_loopback() {
            bail!(
                "`allow.net`: a case cannot grant `{pattern}`, because it is not on this machine\n\
                 hint: if you trust the component with it, add `--allow-net {}`",
                quoted(&pattern.to_string())
            );
        }
        grants.net.push(pattern);
    }
    for name in &case.allow.env {
        if given.env.contains(name) {
            continue;
        }
        if !case.env.contains_key(name) {
            let shown = Excerpt::name(name);
            bail!(
                "`allow.env`: a case cannot grant `{shown}`, because its value is yours\n\
                 hint: give it a value in the case, as in `env: {{ {shown}: … }}`; or if you trust the component with yours, add `--allow-env {}`",
                quoted(name)
            );
        }
        grants.env.insert(name.clone());
    }
    Ok(grants)
}

/// Judges the addresses in the configuration of a case. An address is a grant if the component declares the value as the
/// address of its server. `given` are the values of the command line, which may have any address.
///
/// # Errors
/// When an address is not on this machine.
pub(super) fn judge_configuration(
    manifest: &Manifest,
    config: &PropertyMap,
    given: &Map<String, Value>,
) -> anyhow::Result<()> {
    let config = from_map(config.clone());
    let wanted = manifest.permissions.net.iter();
    let places = wanted.flat_map(granting_places);
    for (key, steps) in places {
        if given.contains_key(key) {
            continue;
        }
        let Some(value) = config.get(key) else {
            continue;
        };
        if !is_harmless(value, &steps) {
            bail!(
                "`config`: a case cannot set `{key}`, because it grants an address that is not on this machine\n\
                 hint: if you trust the component with the address, give it by `--config {}`",
                quoted(&format!("{key}=ADDRESS"))
            );
        }
    }
    Ok(())
}

/// The places of the configuration where an address is a grant: the key of a value, and the steps inside of it.
fn granting_places(permission: &NetPermission) -> impl Iterator<Item = (&str, Vec<Step<'_>>)> {
    let server = permission.configured();
    let server = server.map(|path| (path.key(), path.steps().collect()));
    let proxy = permission.proxy.as_deref().map(|key| (key, Vec::new()));
    server.into_iter().chain(proxy)
}

/// Whether a value grants no address at the end of the steps, or an address on this machine. Any other text may be read as an address later.
fn is_harmless(value: &Value, steps: &[Step<'_>]) -> bool {
    match (value, steps) {
        (value, _) if is_unknown(value) => true,
        (value, steps) if is_secret(value) => value
            .get("value")
            .is_none_or(|inner| is_harmless(inner, steps)),
        (Value::Null | Value::Bool(_) | Value::Number(_), _) => true,
        (Value::String(text), _) if text.is_empty() => true,
        (Value::String(text), []) => {
            let address = proxy_address(text).map(|address| address.to_string());
            address.is_some_and(|address| {
                HostPattern::from_configured_url(&address).is_ok_and(|found| found.is_loopback())
            })
        }
        // Lists and objects of a configuration may be written as JSON.
        (Value::String(text), steps) => {
            let inside: Result<Value, _> = serde_json::from_str(text);
            inside.is_ok_and(|inside| !inside.is_string() && is_harmless(&inside, steps))
        }
        (Value::Object(_) | Value::Array(_), []) => false,
        (Value::Array(elements), [_, rest @ ..]) => {
            elements.iter().all(|element| is_harmless(element, rest))
        }
        (Value::Object(members), [step, rest @ ..]) => members
            .iter()
            .filter(|(name, _)| [Step::Each, Step::Member(name)].contains(step))
            .all(|(_, member)| is_harmless(member, rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(text: &str) -> Case {
        crate::properties::from_yaml(text).unwrap()
    }

    fn given() -> Grants {
        Grants {
            net: vec!["*.example.com".parse().unwrap()],
            env: ["ACME_TOKEN".to_owned()].into(),
            ..Grants::default()
        }
    }

    #[test]
    fn a_case_grants_this_machine_and_what_the_command_line_grants() {
        for (host, expected) in [
            ("http://127.0.0.1:8081", true),
            ("http://127.9.9.9", true),
            ("http://[::1]:80", true),
            ("http://[::ffff:127.0.0.1]", true),
            ("http://localhost:1", true),
            ("http://0x7f.1", true),
            ("api.example.com", true),
            ("*.api.example.com", true),
            ("http://api.example.com", false),
            ("example.com", false),
            ("http://169.254.169.254", false),
            ("http://0.0.0.0", false),
            ("http://10.0.0.1", false),
            ("http://127.0.0.1.evil.example", false),
            ("http://a.localhost", false),
            ("*.localhost", false),
            ("http://[::ffff:10.0.0.1]", false),
        ] {
            let found = granted(&case(&format!("allow: {{ net: ['{host}'] }}")), &given());
            assert_eq!(found.is_ok(), expected, "{host}: {found:?}");
        }
    }

    #[test]
    fn a_case_grants_variables_that_it_gives() {
        for (text, expected) in [
            ("allow: { env: [AWS_SECRET] }", false),
            ("allow: { env: [ACME_TOKEN] }", true),
            ("allow: { env: [AWS_SECRET] }\nenv: { AWS_SECRET: x }", true),
            ("allow: { env: [AWS_SECRET] }\nenv: { OTHER: x }", false),
        ] {
            let found = granted(&case(text), &given());
            assert_eq!(found.is_ok(), expected, "{text}: {found:?}");
        }
    }

    #[test]
    fn the_configuration_of_a_case_grants_this_machine_alone() {
        let manifest = serde_json::json!({
            "manifest": 1,
            "schema": { "name": "acme", "version": "1.0.0", "config": { "variables": {
                "server": { "type": "string" },
                "proxy": { "type": "string" },
                "note": { "type": "string" },
                "apis": { "type": "array", "items": { "$ref": "#/types/acme:index:Api" } },
            } }, "types": { "acme:index:Api": { "type": "object", "properties": {
                "url": { "type": "string" }, "name": { "type": "string" },
            } } } },
            "permissions": { "net": [{ "host": "config:server", "proxy": "proxy" }, { "host": "config:apis[*].url" }] },
        });
        let manifest = Manifest::parse(&manifest.to_string()).unwrap();
        let judged = |config: &Value, given: &Value| {
            let config = pulumi_wasm_simulator::to_map(config).unwrap();
            judge_configuration(&manifest, &config, given.as_object().unwrap())
        };
        let none = serde_json::json!({});
        for (value, expected) in [
            ("http://127.0.0.1:8081/api", true),
            ("http://localhost", true),
            ("", true),
            ("http://169.254.169.254", false),
            ("https://api.example.com", false),
            ("http://127.0.0.1@evil.example", false),
            ("http://127.0.0.1:80@evil.example", false),
            ("evil.example", false),
            ("not an address", false),
        ] {
            for config in [
                serde_json::json!({ "server": value }),
                serde_json::json!({ "proxy": value }),
                serde_json::json!({ "server": pulumi_wasm_simulator::secret(Value::from(value)) }),
                serde_json::json!({ "apis": [{ "name": "n", "url": "" }, { "url": value }] }),
                serde_json::json!({ "apis": [pulumi_wasm_simulator::secret(serde_json::json!({ "url": value }))] }),
                serde_json::json!({ "apis": format!("[{{\"url\": \"{value}\"}}]") }),
            ] {
                assert_eq!(judged(&config, &none).is_ok(), expected, "{config}");
                judged(&config, &config).unwrap();
            }
            let unknown = serde_json::json!({ "server": pulumi_wasm_simulator::unknown() });
            judged(&unknown, &none).unwrap();
            judged(&serde_json::json!({ "note": value }), &none).unwrap();
        }
    }
}
