//! The permissions that components ask for, and their grants: shown when a package is added, before anything of it runs
//! for real.

use std::collections::BTreeSet;

use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::flag_place::FlagPlace;
use pulumi_wasm_capability::http::{Fit, HostPattern};
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::manifest::UsedPackage;
use pulumi_wasm_core::text::{Excerpt, quoted};

use crate::loader::candidate::ResolvedComponent;
use crate::loader::judge::used_packages;
use crate::loader::uses::Uses;
use crate::own_package::plugin_folder;
use crate::policy::Policy;
use crate::value::{flags, insecure_flag};
use crate::{Arguments, SourceError};

/// All permissions that the components of a package ask for.
pub(crate) struct GrantReport {
    title: String,
    permissions: Vec<RequestedPermission>,
    /// The packages that component resources create resources of, one per line.
    uses: BTreeSet<String>,
    /// The grants that no component asks for, as flags.
    unasked: Vec<String>,
    /// The flags that turn off the check of certificates.
    insecure: Vec<String>,
}

struct RequestedPermission {
    kind: Kind,
    required: bool,
    reason: String,
    granted: bool,
}

enum Kind {
    Host(HostPattern),
    /// The address in a configuration value, as users set it.
    Configured(String),
    Variable(String),
}

impl Kind {
    fn same_as(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Host(one), Kind::Host(other)) => one == other,
            (Kind::Configured(one), Kind::Configured(other))
            | (Kind::Variable(one), Kind::Variable(other)) => one == other,
            _ => false,
        }
    }

    /// A warning for the granting user: the component chose the address, and a private address leads into the user's
    /// network.
    fn warning(&self) -> &'static str {
        match self {
            Kind::Host(pattern) if !pattern.may_be_public() => {
                " (not a public address: grant it only if you know that server)"
            }
            _ => "",
        }
    }

    /// The flag that grants it, or `None` if the configuration does.
    fn flag(&self) -> Option<String> {
        match self {
            Kind::Host(pattern) => Some(format!("--allow-net {}", quoted(&pattern.to_string()))),
            Kind::Variable(name) => Some(format!("--allow-env {}", quoted(name))),
            Kind::Configured(_) => None,
        }
    }
}

/// A line about a package whose resources a component creates. A package of this plugin is not installed with the
/// program.
fn line_of_used(package: &str, used: &UsedPackage) -> String {
    let Some(value) = used_packages::component_of(used) else {
        return format!(
            "  package      {package}   to create its resources, with a native plugin outside of the sandbox"
        );
    };
    let digests = value.digests();
    format!(
        "  package      {package}   to create its resources: the component {digests}, which each machine needs too"
    )
}

impl GrantReport {
    /// The permissions of the components, with their grants.
    ///
    /// # Errors
    /// When a component asks for a host that cannot be granted.
    pub(crate) fn new(
        found: &[ResolvedComponent],
        uses: &Uses,
        grants: &Grants,
    ) -> Result<Self, SourceError> {
        let mut report = Self {
            title: found.first().map_or_else(String::new, |first| {
                let manifest = &first.manifest;
                let (name, version) = (manifest.name(), manifest.version());
                format!("{} {}", Excerpt::name(name), Excerpt::name(version))
            }),
            permissions: Vec::new(),
            uses: uses
                .indirect
                .iter()
                .map(|indirect| line_of_used(&indirect.shown(), &indirect.used))
                .collect(),
            unasked: Vec::new(),
            insecure: grants.insecure_tls.iter().map(insecure_flag).collect(),
        };
        for component in found {
            let package = component.manifest.name();
            let direct = component.manifest.uses.iter();
            report
                .uses
                .extend(direct.map(|(name, used)| line_of_used(&used.shown(name), used)));
            for permission in &component.manifest.permissions.net {
                let kind = match permission.configured() {
                    Some(path) => Kind::Configured(format!("{package}:{path}")),
                    None => match permission.host.parse() {
                        Ok(pattern) => Kind::Host(pattern),
                        Err(error) => {
                            return Err(SourceError::new(format!(
                                "`{}` cannot be used: its manifest asks for something that cannot be granted: {error}",
                                component.shown
                            ))
                            .hint("this is a mistake in the component; tell its author"));
                        }
                    },
                };
                report.add(kind, permission.required, &permission.reason, grants);
            }
            for permission in &component.manifest.permissions.env {
                let kind = Kind::Variable(permission.name.clone());
                report.add(kind, permission.required, &permission.reason, grants);
            }
        }
        report.unasked = report.unasked(grants);
        Ok(report)
    }

    /// Adds a permission. If two components ask for the same permission, it appears once.
    fn add(&mut self, kind: Kind, required: bool, reason: &str, grants: &Grants) {
        if let Some(known) = self
            .permissions
            .iter_mut()
            .find(|known| known.kind.same_as(&kind))
        {
            known.required |= required;
            return;
        }
        let granted = match &kind {
            Kind::Host(pattern) => grants
                .net
                .iter()
                .any(|grant| grant.fit(pattern) == Fit::Whole),
            Kind::Variable(name) => grants.env.contains(name),
            Kind::Configured(_) => true,
        };
        self.permissions.push(RequestedPermission {
            kind,
            required,
            reason: reason.to_owned(),
            granted,
        });
    }

    fn unasked(&self, grants: &Grants) -> Vec<String> {
        let wanted_host = |grant: &HostPattern| {
            self.permissions
                .iter()
                .any(|permission| match &permission.kind {
                    Kind::Host(pattern) => pattern.fit(grant) == Fit::Whole,
                    _ => false,
                })
        };
        let wanted_name = |name: &String| {
            self.permissions.iter().any(
                |permission| matches!(&permission.kind, Kind::Variable(wanted) if wanted == name),
            )
        };
        let net = grants.net.iter().filter(|grant| !wanted_host(grant));
        let env = grants.env.iter().filter(|name| !wanted_name(name));
        net.map(|grant| format!("--allow-net {}", quoted(&grant.to_string())))
            .chain(env.map(|name| format!("--allow-env {}", quoted(name))))
            .collect()
    }

    /// Shows the permissions with their grants, and the grants that no component asked for.
    pub(crate) fn show(&self, log: &dyn LogSink) {
        let permissions = self.permissions.iter().map(RequestedPermission::line);
        let lines: Vec<String> = permissions.chain(self.uses.iter().cloned()).collect();
        if !lines.is_empty() {
            let message = format!("{} asks for\n{}", self.title, lines.join("\n"));
            log.log(Severity::Info, "", &message, false);
        }
        self.warn(log);
    }

    /// The permissions, a line each.
    pub(crate) fn permissions(&self) -> Vec<String> {
        let lines = self.permissions.iter().map(RequestedPermission::line);
        lines.map(|line| line.trim_start().to_owned()).collect()
    }

    /// The configuration values whose addresses are granted by setting them.
    pub(crate) fn configured(&self) -> Vec<String> {
        let keys = self
            .permissions
            .iter()
            .filter_map(|permission| match &permission.kind {
                Kind::Configured(key) => Some(Excerpt::name(key).to_string()),
                Kind::Host(_) | Kind::Variable(_) => None,
            });
        keys.collect()
    }

    /// Warns about certificates that are not checked, and about grants that no component asked for.
    pub(crate) fn warn(&self, log: &dyn LogSink) {
        self.show_insecure(log);
        if !self.unasked.is_empty() {
            let message = format!(
                "the package is granted more than it asks for: `{}`\n\
                 hint: leave that out, unless programs give it files from there",
                self.unasked.join("`, `")
            );
            log.log(Severity::Warning, "", &message, false);
        }
    }

    /// Warns about servers that an attacker on the network can impersonate.
    fn show_insecure(&self, log: &dyn LogSink) {
        if self.insecure.is_empty() {
            return;
        }
        let message = format!(
            "certificates are not checked, as the provider's configuration says: `{}`\n\
             hint: an attacker between this machine and those servers can read and change all traffic; if the component \
             takes the certificate of an authority in its configuration, give that instead",
            self.insecure.join("`, `")
        );
        log.log(Severity::Warning, "", &message, false);
    }

    /// Makes sure that the required permissions of the components are granted.
    pub(crate) fn require(
        &self,
        policy: &Policy,
        arguments: &Arguments,
    ) -> Result<(), SourceError> {
        let mut missing = Vec::new();
        let mut forbidden = Vec::new();
        let mut grants = arguments.grants.clone();
        for permission in self
            .permissions
            .iter()
            .filter(|permission| permission.required && !permission.granted)
        {
            let rule = match &permission.kind {
                Kind::Host(pattern) => {
                    grants.net.push(pattern.clone());
                    let (fit, rule) = policy.network.fit(pattern);
                    rule.filter(|_| fit == Fit::Nothing).map(str::to_owned)
                }
                Kind::Variable(name) => {
                    grants.env.insert(name.clone());
                    policy.against_variable(name).map(ToString::to_string)
                }
                Kind::Configured(_) => None,
            };
            let line = format!(
                "  {}{}   {}",
                permission.kind.flag().unwrap_or_default(),
                permission.kind.warning(),
                Excerpt::reason(&permission.reason)
            );
            missing.push(line.trim_end().to_owned());
            if let Some(rule) = rule {
                forbidden.push(format!("  {rule} does not cover it"));
                missing.extend(forbidden.last().cloned());
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        let reason = format!("the package needs more grants:\n{}", missing.join("\n"));
        let hint = if forbidden.is_empty() {
            let files: Vec<String> = arguments
                .components
                .iter()
                .map(|source| quoted(&source.to_string()))
                .collect();
            let (files, flags) = (files.join(" "), flags(&grants, &arguments.limits).join(" "));
            match arguments.limits.place {
                FlagPlace::Added | FlagPlace::Command => format!(
                    "if you trust it with that: `pulumi package add wasm {files} -- {flags}`"
                ),
                FlagPlace::Folder => format!(
                    "its author lets it, with these `parameters` in `{}`: {files} {flags}",
                    plugin_folder::FILE
                ),
                FlagPlace::Bundle => format!(
                    "if every user of the plugin is to trust it with that: `pulumi-wasm bundle {files} {flags}`"
                ),
                FlagPlace::TerraformProvider => format!(
                    "if every user of the provider is to trust it with that, add to `pulumi-wasm terraform {files}`: `{flags}`"
                ),
            }
        } else {
            "ask the owner of that policy".to_owned()
        };
        Err(SourceError::new(reason).hint(hint))
    }
}

impl RequestedPermission {
    /// A line of the list.
    fn line(&self) -> String {
        let (kind, what) = match &self.kind {
            Kind::Host(pattern) => ("network", pattern.to_string()),
            Kind::Configured(key) => (
                "network",
                format!("the address in `{}`", Excerpt::name(key)),
            ),
            Kind::Variable(name) => ("environment", Excerpt::name(name).to_string()),
        };
        let need = if self.required {
            "required"
        } else {
            "optional"
        };
        let state = match (&self.kind, self.granted) {
            (Kind::Configured(_), _) => "granted by setting it".to_owned(),
            (_, true) => "granted".to_owned(),
            (kind, false) => format!("not granted (`{}`)", kind.flag().unwrap_or_default()),
        };
        let reason = Excerpt::reason(&self.reason);
        let warning = self.kind.warning();
        let line = format!("  {kind:<11}  {what}   {need}, {state}{warning}   {reason}");
        line.trim_end().to_owned()
    }
}
