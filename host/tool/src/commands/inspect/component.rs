//! The description of a component.

use pulumi_wasm_capability::limits::{Limit, Limits};
use pulumi_wasm_core::manifest::{Hook, Manifest};
use pulumi_wasm_core::text::{Excerpt, quoted};
use pulumi_wasm_packages::Digest;
use pulumi_wasm_packages::policy::{Forbidden, Policy};
use serde_json::{Map, Value, json};

use crate::commands::docs::pages;
use crate::component::document::{at, members, texts, type_name};
use crate::terminal::print_line;

/// The known facts about a component file.
pub(super) struct Component {
    /// The version of the interface that it was built for.
    pub(super) interface: Option<String>,
    pub(super) digest: Digest,
    pub(super) size: usize,
    pub(super) manifest: Manifest,
    pub(super) policy: Policy,
}

/// A permission, however it is granted.
struct Want<'a> {
    kind: &'static str,
    /// A host, a variable's name, or the configuration value that holds an address, as users set it.
    what: String,
    flag: Option<String>,
    required: bool,
    reason: &'a str,
    /// Further facts in the manifest.
    details: Vec<String>,
    /// The rule of a policy that forbids granting it.
    against: Option<String>,
}

impl Component {
    fn permissions(&self) -> Vec<Want<'_>> {
        let name = self.manifest.name();
        let net = self.manifest.permissions.net.iter().map(|permission| {
            let path = permission.configured();
            let rule = permission.host.parse().ok().and_then(|pattern| {
                let (fit, rule) = self.policy.network.fit(&pattern);
                (fit != pulumi_wasm_capability::http::Fit::Whole)
                    .then_some(rule)
                    .flatten()
            });
            Want {
                kind: if path.is_some() {
                    "configuration"
                } else {
                    "network"
                },
                what: path.map_or_else(|| permission.host.clone(), |path| format!("{name}:{path}")),
                flag: path
                    .is_none()
                    .then(|| format!("--allow-net {}", quoted(&permission.host))),
                required: permission.required,
                reason: &permission.reason,
                details: permission.details(),
                against: rule.map(str::to_owned),
            }
        });
        let env = self.manifest.permissions.env.iter().map(|permission| Want {
            kind: "environment",
            what: permission.name.clone(),
            flag: Some(format!("--allow-env {}", quoted(&permission.name))),
            required: permission.required,
            reason: &permission.reason,
            details: Vec::new(),
            against: self
                .policy
                .against_variable(&permission.name)
                .map(ToString::to_string),
        });
        net.chain(env).collect()
    }

    /// The rule of a policy that forbids running it.
    fn forbidden(&self) -> Option<Forbidden<'_>> {
        self.policy
            .against_component(self.manifest.name(), self.digest.hex())
    }

    /// The default limits, with whether a policy lowers them.
    fn limits(&self) -> Vec<(Limit, u64, bool)> {
        let mut limits = Limits::default();
        self.policy.cap(&mut limits);
        Limit::SETTINGS
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

    /// A resource's properties, a line each: `label: string, required`.
    fn properties(&self, token: &str, key: &str) -> Vec<String> {
        let spec = at(pages::document(&self.manifest), &["resources", token]);
        let required = match key {
            "inputProperties" => texts(at(spec, &["requiredInputs"])),
            _ => Vec::new(),
        };
        members(at(spec, &[key]))
            .map(|(name, property)| {
                let mut line = format!("{name}: {}", type_name(property));
                if required.contains(&name.as_str()) {
                    line.push_str(", required");
                }
                for mark in pages::marks(property) {
                    line.push_str(", ");
                    line.push_str(&mark);
                }
                line
            })
            .collect()
    }

    fn hooks(&self, token: &str) -> Vec<&'static str> {
        Hook::of_resources()
            .filter(|(_, hook)| self.manifest.resource_has(token, *hook))
            .map(|(name, _)| name)
            .collect()
    }

    /// Everything, for programs.
    pub(super) fn json(&self) -> Value {
        let manifest = &self.manifest;
        let resources = manifest.schema.resources.iter().map(|(token, resource)| {
            let description = json!({
                "hooks": self.hooks(token),
                "inputs": resource.inputs.properties.keys().collect::<Vec<_>>(),
                "outputs": resource.outputs.properties.keys().collect::<Vec<_>>(),
            });
            (token.to_owned(), description)
        });
        let functions = manifest.schema.functions.keys().map(|token| {
            let pure = manifest.function(token).pure;
            (token.to_owned(), json!({ "pure": pure }))
        });
        let permissions = self.permissions();
        let permissions = permissions.iter().map(|permission| {
            json!({
                "kind": permission.kind,
                "what": permission.what,
                "flag": permission.flag,
                "required": permission.required,
                "reason": permission.reason,
                "details": permission.details,
                "forbiddenBy": permission.against,
            })
        });
        let limits = self.limits().into_iter();
        json!({
            "name": manifest.name(),
            "version": manifest.version(),
            "digest": self.digest.to_string(),
            "size": self.size,
            "interface": self.interface,
            "sdk": { "name": manifest.sdk.name, "version": manifest.sdk.version },
            "resources": resources.collect::<Map<_, _>>(),
            "functions": functions.collect::<Map<_, _>>(),
            "permissions": permissions.collect::<Vec<_>>(),
            "packages": manifest.uses.iter().map(|(name, used)| (name.clone(), used.version.clone().into())).collect::<Map<_, _>>(),
            "limits": limits.map(|(limit, value, _)| (limit.name().to_owned(), value.into())).collect::<Map<_, _>>(),
            "forbiddenBy": self.forbidden().map(|forbidden| forbidden.place.to_string()),
            "policies": self.policy.files(),
        })
    }

    /// Everything, for people. Each line about the manifest begins with a label of the tool.
    pub(super) fn print(&self) {
        let manifest = &self.manifest;
        let version = Excerpt::name(manifest.version());
        print_line(format_args!(
            "package    {} {version}",
            Excerpt::name(manifest.name())
        ));
        println!("digest     {}", self.digest);
        println!("size       {} KiB", self.size.div_ceil(1024));
        let (name, version) = (&manifest.sdk.name, &manifest.sdk.version);
        print_line(format_args!(
            "built with {} {}",
            Excerpt::name(name),
            Excerpt::name(version)
        ));
        if let Some(version) = &self.interface {
            print_line(format_args!("interface  pulumi-wasm:provider@{version}"));
        }
        for file in self.policy.files() {
            print_line(format_args!("policy     {}", file.display()));
        }
        if let Some(forbidden) = self.forbidden() {
            print_line(format_args!("may not run here: {forbidden}"));
        }
        println!("\nresources");
        for token in manifest.schema.resources.keys() {
            print_line(format_args!(
                "  {token}   ({})",
                self.hooks(token).join(", ")
            ));
            let of = |key: &str| self.properties(token, key);
            for (direction, lines) in [("in ", of("inputProperties")), ("out", of("properties"))] {
                for line in lines {
                    print_line(format_args!("    {direction}  {line}"));
                }
            }
        }
        if !manifest.schema.functions.is_empty() {
            println!("\nfunctions");
            for token in manifest.schema.functions.keys() {
                let pure = if manifest.function(token).pure {
                    "   (pure)"
                } else {
                    ""
                };
                print_line(format_args!("  {token}{pure}"));
            }
        }
        self.print_wants();
        if !manifest.uses.is_empty() {
            println!("\nmakes resources of");
            for (name, used) in &manifest.uses {
                print_line(format_args!("  {}", used.shown(name)));
            }
        }
        println!("\nlimits, if the user sets no others");
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

    /// The permissions that it asks for, one per line, with the author's reasons. An address or a reason can neither
    /// hide a line nor look like a line.
    fn print_wants(&self) {
        println!("\npermissions");
        let permissions = self.permissions();
        if permissions.is_empty() {
            println!("  nothing");
        }
        for permission in &permissions {
            let need = if permission.required {
                "required"
            } else {
                "optional"
            };
            let how = match &permission.flag {
                Some(flag) => format!("`{flag}`"),
                None => "the address that the user sets there".to_owned(),
            };
            print_line(format_args!(
                "  {:<13}  {}   {need}, {how}   {}",
                permission.kind,
                permission.what,
                Excerpt::reason(permission.reason)
            ));
            for detail in &permission.details {
                print_line(format_args!("                 {}", Excerpt::reason(detail)));
            }
            if let Some(rule) = &permission.against {
                print_line(format_args!(
                    "                 not allowed here: {rule} does not cover it"
                ));
            }
        }
    }
}
