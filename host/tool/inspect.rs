//! `pulumi-wasm inspect`: what a component is, without running it.

use std::path::Path;

use anyhow::Context;
use pulumi_wasm_host::env;
use pulumi_wasm_host::limits::{Limit, Limits};
use pulumi_wasm_host::policy::{Policy, PolicyFiles};
use pulumi_wasm_host::provider::manifest::{Hook, Manifest};
use pulumi_wasm_host::source::{Digest, manifest_section, read_component};
use serde_json::{Map, Value, json};

/// What is known of a component file.
struct Component {
    digest: Digest,
    size: usize,
    manifest: Manifest,
    policy: Policy,
}

pub(crate) fn run(file: &Path, only_schema: bool, as_json: bool) -> anyhow::Result<()> {
    let (bytes, digest) = read_component(file, &Limits::default())?;
    let text = manifest_section::find(&bytes).with_context(|| {
        format!(
            "{0} has no manifest inside\nhint: put it in with `pulumi-wasm wrap {0} -o {0}`",
            file.display()
        )
    })?;
    let manifest = Manifest::parse(&text)?;
    if only_schema {
        println!(
            "{}",
            serde_json::to_string_pretty(&manifest.schema_document)?
        );
        return Ok(());
    }
    let files = PolicyFiles::of_machine(env::named_policy(), env::user_policy());
    let policy =
        Policy::read(&files).map_err(|error| anyhow::anyhow!("{error}\nhint: {}", error.hint))?;
    let component = Component {
        digest,
        size: bytes.len(),
        manifest,
        policy,
    };
    if as_json {
        println!("{}", serde_json::to_string_pretty(&component.json())?);
    } else {
        component.print();
    }
    Ok(())
}

/// A want, however it is granted.
struct Want<'a> {
    kind: &'static str,
    /// A host, a variable's name, or the configuration value that holds an address, as users set it.
    what: String,
    flag: Option<String>,
    required: bool,
    reason: &'a str,
    /// What else the manifest says of it.
    details: Vec<String>,
    /// The rule of a policy that does not let it be granted.
    against: Option<String>,
}

impl Component {
    fn wants(&self) -> Vec<Want<'_>> {
        let name = self.manifest.name();
        let net = self.manifest.wants.net.iter().map(|want| {
            let key = want.configuration_key();
            let rule = want.host.parse().ok().and_then(|pattern| {
                let (fit, rule) = self.policy.network.fit(&pattern);
                (fit != pulumi_wasm_host::capability::http::Fit::Whole)
                    .then_some(rule)
                    .flatten()
            });
            Want {
                kind: if key.is_some() {
                    "configuration"
                } else {
                    "network"
                },
                what: key.map_or_else(|| want.host.clone(), |key| format!("{name}:{key}")),
                flag: key
                    .is_none()
                    .then(|| format!("--allow-net {}", quoted(&want.host))),
                required: want.required,
                reason: &want.reason,
                details: want.details(),
                against: rule.map(str::to_owned),
            }
        });
        let env = self.manifest.wants.env.iter().map(|want| Want {
            kind: "environment",
            what: want.name.clone(),
            flag: Some(format!("--allow-env {}", quoted(&want.name))),
            required: want.required,
            reason: &want.reason,
            details: Vec::new(),
            against: self
                .policy
                .against_variable(&want.name)
                .map(ToString::to_string),
        });
        net.chain(env).collect()
    }

    /// The rule of a policy that does not let it run.
    fn forbidden(&self) -> Option<String> {
        self.policy
            .against_component(self.manifest.name(), self.digest.hex())
            .map(|forbidden| forbidden.place.to_string())
    }

    /// The limits that hold where the user sets none, with whether a policy lowers them.
    fn limits(&self) -> Vec<(Limit, u64, bool)> {
        let mut limits = Limits::default();
        self.policy.cap(&mut limits);
        Limit::ALL
            .into_iter()
            .map(|limit| {
                (
                    limit,
                    limits.get(limit),
                    limits.get(limit) < limit.default_value(),
                )
            })
            .collect()
    }

    fn hooks(&self, token: &str) -> Vec<&'static str> {
        Hook::of_resources()
            .filter(|(_, hook)| self.manifest.resource_has(token, *hook))
            .map(|(name, _)| name)
            .collect()
    }

    fn json(&self) -> Value {
        let manifest = &self.manifest;
        let resources = manifest.schema.resources.iter().map(|(token, resource)| {
            let description = json!({
                "hooks": self.hooks(token),
                "inputs": resource.inputs.properties.keys().collect::<Vec<_>>(),
                "outputs": resource.outputs.properties.keys().collect::<Vec<_>>(),
            });
            (token.clone(), description)
        });
        let functions = manifest.schema.functions.keys().map(|token| {
            let pure = manifest.function(token).pure;
            (token.clone(), json!({ "pure": pure }))
        });
        let wants = self.wants();
        let wants = wants.iter().map(|want| {
            json!({
                "kind": want.kind,
                "what": want.what,
                "flag": want.flag,
                "required": want.required,
                "reason": want.reason,
                "details": want.details,
                "forbiddenBy": want.against,
            })
        });
        let limits = self.limits().into_iter();
        json!({
            "name": manifest.name(),
            "version": manifest.version(),
            "digest": self.digest.to_string(),
            "size": self.size,
            "sdk": { "name": manifest.sdk.name, "version": manifest.sdk.version },
            "resources": resources.collect::<Map<_, _>>(),
            "functions": functions.collect::<Map<_, _>>(),
            "wants": wants.collect::<Vec<_>>(),
            "limits": limits.map(|(limit, value, _)| (limit.name().to_owned(), value.into())).collect::<Map<_, _>>(),
            "forbiddenBy": self.forbidden(),
            "policies": self.policy.files(),
        })
    }

    fn print(&self) {
        let manifest = &self.manifest;
        println!("package    {} {}", manifest.name(), manifest.version());
        println!("digest     {}", self.digest);
        println!("size       {} KiB", self.size.div_ceil(1024));
        println!("built with {} {}", manifest.sdk.name, manifest.sdk.version);
        for file in self.policy.files() {
            println!("policy     {}", file.display());
        }
        if let Some(rule) = self.forbidden() {
            println!("may not run here: {rule} does not list it");
        }
        println!("\nresources");
        let names = |properties: &mut dyn Iterator<Item = &String>| {
            properties
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(", ")
        };
        for (token, resource) in &manifest.schema.resources {
            println!("  {token}   ({})", self.hooks(token).join(", "));
            println!("    in   {}", names(&mut resource.inputs.properties.keys()));
            println!(
                "    out  {}",
                names(&mut resource.outputs.properties.keys())
            );
        }
        if !manifest.schema.functions.is_empty() {
            println!("\nfunctions");
            for token in manifest.schema.functions.keys() {
                let pure = if manifest.function(token).pure {
                    "   (pure)"
                } else {
                    ""
                };
                println!("  {token}{pure}");
            }
        }
        println!("\nwants");
        let wants = self.wants();
        if wants.is_empty() {
            println!("  nothing");
        }
        for want in &wants {
            let need = if want.required {
                "required"
            } else {
                "optional"
            };
            let how = match &want.flag {
                Some(flag) => format!("`{flag}`"),
                None => "the address that the user sets there".to_owned(),
            };
            let line = format!(
                "  {:<13}  {}   {need}, {how}   {}",
                want.kind, want.what, want.reason
            );
            println!("{}", line.trim_end());
            for detail in &want.details {
                println!("                 {detail}");
            }
            if let Some(rule) = &want.against {
                println!("                 not allowed here: {rule} does not cover it");
            }
        }
        println!("\nlimits, where the user sets none");
        let limits = self.limits();
        for row in limits.chunks(3) {
            let cells = row.iter().map(|(limit, value, is_lowered)| {
                let mark = if *is_lowered { " (policy)" } else { "" };
                format!(
                    "{:<28}",
                    format!("{} {}{mark}", limit.name(), limit.show(*value))
                )
            });
            println!("  {}", cells.collect::<String>().trim_end());
        }
    }
}

/// In quotes where a shell would take it for something else.
fn quoted(text: &str) -> String {
    if text.contains('*') {
        format!("'{text}'")
    } else {
        text.to_owned()
    }
}
