//! Applies the operator's policy to a package: refuses it, or bounds it.
//!
//! Arguments that ask for more than the policy allows are refused, because their user can ask for less. A value
//! that was recorded under another policy is narrowed with a warning, so that existing resources can still be managed.

use std::collections::BTreeMap;

use pulumi_wasm_capability::Grants;
use pulumi_wasm_capability::grant_policy::{GrantHint, GrantPolicy};
use pulumi_wasm_capability::http::Fit;
use pulumi_wasm_capability::limits::Limits;
use pulumi_wasm_core::call::{LogSink, Severity};
use pulumi_wasm_core::text::{Excerpt, quoted};
use pulumi_wasm_platform::env as environment;

use crate::loader::Loader;
use crate::loader::candidate::ResolvedComponent;
use crate::loader::judge::used_packages;
use crate::loader::uses::Uses;
use crate::policy::{Policy, PolicyError, Reason, Unwanted};
use crate::value::{insecure_flag, limit_flag};
use crate::{Digest, Place, SourceError};

pub(crate) const ASK: &str = "ask the owner of that policy";

impl From<PolicyError> for SourceError {
    fn from(error: PolicyError) -> Self {
        SourceError::new(error.to_string()).hint(error.hint)
    }
}

impl Loader {
    /// The policy as it is now: a process that serves many engines lives longer than a policy.
    pub(crate) fn policy(&self) -> Result<Policy, SourceError> {
        let policy = Policy::read(&self.policies)?;
        match &policy.network.no_proxies {
            Some(rule) if environment::proxies().is_some() => Err(SourceError::new(format!(
                "requests would go through a proxy, which {rule} forbids"
            ))
            .hint(format!("unset `PULUMI_WASM_PROXY`, or {ASK}"))),
            _ => Ok(policy),
        }
    }
}

/// Checks that a component may run, as a part of a package if the package name is known already.
pub(crate) fn require_allowed_component(
    policy: &Policy,
    package: Option<&str>,
    digest: &Digest,
    shown: &str,
) -> Result<(), SourceError> {
    let found = match package {
        Some(package) => policy.against_component(package, digest.hex()),
        None => policy.against_digest(digest.hex()),
    };
    let Some(forbidden) = found else {
        return Ok(());
    };
    let role = package.map_or_else(String::new, |package| {
        format!(" as the package `{package}`")
    });
    Err(SourceError::new(format!(
        "`{shown}` ({digest}) may not run{role}: {forbidden}"
    ))
    .hint(match forbidden.reason {
        Reason::Denied => format!("take another version, or {ASK}"),
        Reason::PinnedOtherwise | Reason::NotListed => {
            format!("take the build that is listed, or {ASK} to add this digest")
        }
    }))
}

/// Checks that a component may come from a place, as a part of a package if its name and version are known already.
pub(crate) fn require_allowed_place(
    policy: &Policy,
    package: Option<(&str, &str)>,
    place: &Place,
) -> Result<(), SourceError> {
    let found = match package {
        Some((name, version)) => policy.against_source(name, place, version),
        None => policy.against_place(place),
    };
    let Some(unwanted) = found else {
        return Ok(());
    };
    let role = package.map_or_else(String::new, |(name, version)| {
        let (name, version) = (Excerpt::name(name), Excerpt::name(version));
        format!(" as the package `{name}` {version}")
    });
    Err(
        SourceError::new(format!("`{place}` may not run{role}: {unwanted}")).hint(match unwanted {
            Unwanted::Place(_) => {
                format!("take it from a source that is listed, or {ASK} to add this one")
            }
            Unwanted::Version(..) => format!("take a later version, or {ASK}"),
        }),
    )
}

/// The grants and limits beyond the policy, a line each.
fn excess(policy: &Policy, grants: &Grants, limits: &Limits) -> (Vec<String>, Vec<String>) {
    let mut forbidden = Vec::new();
    let mut partly = Vec::new();
    for pattern in &grants.net {
        let flag = format!("--allow-net {}", quoted(&pattern.to_string()));
        match policy.network.fit(pattern) {
            (Fit::Nothing, Some(rule)) => {
                forbidden.push(format!("`{flag}`: {rule} does not cover it"))
            }
            (Fit::Part, Some(rule)) => {
                partly.push(format!("`{flag}`: {rule} covers only a part of it"));
            }
            _ => {}
        }
    }
    for pattern in &grants.insecure_tls {
        if let Some(rule) = &policy.network.no_insecure_tls {
            forbidden.push(format!("`{}`: {rule} forbids it", insecure_flag(pattern)));
        }
    }
    for name in &grants.env {
        if let Some(rule) = policy.against_variable(name) {
            forbidden.push(format!("`--allow-env {name}`: {rule} does not cover it"));
        }
    }
    for (limit, asked, rule) in limits.exceeding() {
        forbidden.push(format!(
            "`{}`: {rule} allows at most {}",
            limit_flag(limit, asked),
            limit.show(limits.get(limit))
        ));
    }
    (forbidden, partly)
}

/// Refuses arguments that the policy forbids.
pub(crate) fn refuse_excess(
    policy: &Policy,
    grants: &Grants,
    limits: &Limits,
    log: &dyn LogSink,
) -> Result<(), SourceError> {
    let (forbidden, partly) = excess(policy, grants, limits);
    if !forbidden.is_empty() {
        return Err(SourceError::new(format!(
            "the operator's policy does not allow this:\n  {}",
            forbidden.join("\n  ")
        ))
        .hint(format!("leave these flags out, or {ASK}")));
    }
    if !partly.is_empty() {
        let message = format!(
            "the operator's policy allows only a part of this:\n  {}",
            partly.join("\n  ")
        );
        log.log(Severity::Warning, "", &message, false);
    }
    Ok(())
}

/// Warns of grants in a recorded value that the policy does not allow: they do not hold.
pub(crate) fn warn_of_excess(
    policy: &Policy,
    package: &str,
    grants: &Grants,
    limits: &Limits,
    log: &dyn LogSink,
) {
    let hint = format!("add it again without that, or {ASK}");
    warn(policy, (package, "added", &hint), grants, limits, log);
}

/// Warns about excess grants of a package whose user did not choose the grants. `how` says whether it was `bundled`
/// or `made` with them.
pub(crate) fn warn_of_preset_excess(
    policy: &Policy,
    (package, how): (&str, &str),
    grants: &Grants,
    limits: &Limits,
    log: &dyn LogSink,
) {
    warn(policy, (package, how, ASK), grants, limits, log);
}

fn warn(
    policy: &Policy,
    (package, how, hint): (&str, &str, &str),
    grants: &Grants,
    limits: &Limits,
    log: &dyn LogSink,
) {
    let (mut lines, partly) = excess(policy, grants, limits);
    lines.extend(partly);
    if !lines.is_empty() {
        let message = format!(
            "the package `{package}` was {how} with more than the operator's policy allows, and gets only what is \
             allowed:\n  {}\nhint: {hint}",
            lines.join("\n  ")
        );
        log.log(Severity::Warning, "", &message, false);
    }
}

/// The packages that components would create resources of but that the policy forbids, each with the reason.
pub(crate) fn forbidden_uses(
    policy: &Policy,
    found: &[ResolvedComponent],
    uses: &Uses,
) -> BTreeMap<String, String> {
    let manifests = found.iter().map(|component| &component.manifest);
    let direct = manifests.flat_map(|manifest| {
        let used = manifest.uses.iter();
        used.filter_map(move |(name, used)| {
            let forbidden = policy.against_use(manifest.name(), name, &used.version)?;
            let shown = Excerpt::name(name).to_string();
            Some((name.clone(), forbidden.against(&shown)))
        })
    });
    let indirect = uses.forbidden(policy);
    indirect.into_iter().chain(direct).collect()
}

/// The packages that a component may not use because of the way its manifest names them, each with the reason.
pub(crate) fn unusable_uses(found: &[ResolvedComponent]) -> BTreeMap<String, String> {
    let manifests = found.iter().map(|component| &component.manifest);
    manifests
        .flat_map(|manifest| used_packages::unusable_uses(manifest))
        .collect()
}

/// Refuses to add a package if its components would use packages that the policy forbids for them, or that no component
/// may use in this way.
pub(crate) fn refuse_uses(
    policy: &Policy,
    found: &[ResolvedComponent],
    uses: &Uses,
) -> Result<(), SourceError> {
    for component in found {
        used_packages::require_usable(&component.manifest)?;
    }
    uses.require_read()?;
    let forbidden = forbidden_uses(policy, found, uses);
    if forbidden.is_empty() {
        return Ok(());
    }
    Err(SourceError::new(format!(
        "the operator's policy does not allow packages that this package uses:\n{}",
        lines_of_uses(&forbidden)
    ))
    .hint(format!("use a package that does not need them, or {ASK}")))
}

/// Warns if a package that was added before uses packages that it may not use, or that the policy forbids: constructing
/// component resources with children of these packages fails.
pub(crate) fn warn_of_uses(
    policy: &Policy,
    found: &[ResolvedComponent],
    uses: &Uses,
    log: &dyn LogSink,
) {
    let unusable = unusable_uses(found);
    if !unusable.is_empty() {
        let reasons: Vec<String> = unusable
            .into_values()
            .map(|reason| format!("  {reason}"))
            .collect();
        let message = format!(
            "components that use some packages cannot be created:\n{}\nhint: {}",
            reasons.join("\n"),
            used_packages::HINT
        );
        log.log(Severity::Warning, "", &message, false);
    }
    if let Err(unread) = uses.require_read() {
        let message = format!("components that use some packages cannot be created: {unread}");
        log.log(Severity::Warning, "", &message, false);
    }
    let mut forbidden = forbidden_uses(policy, found, uses);
    forbidden.retain(|used, _| !uses.unread.contains_key(used));
    if !forbidden.is_empty() {
        let message = format!(
            "the operator's policy does not allow all that the package uses; components that use these packages \
             cannot be created:\n{}\nhint: {ASK}",
            lines_of_uses(&forbidden)
        );
        log.log(Severity::Warning, "", &message, false);
    }
}

fn lines_of_uses(forbidden: &BTreeMap<String, String>) -> String {
    let lines = forbidden.iter();
    let lines: Vec<String> = lines
        .map(|(used, reason)| format!("  `{}`: {reason}", Excerpt::name(used)))
        .collect();
    lines.join("\n")
}

/// The bounds around the grants of a package, with the way to more grants.
pub(crate) fn grant_policy(policy: &Policy, grants: &Grants, grant_hint: GrantHint) -> GrantPolicy {
    let forbidden = grants.env.iter().filter_map(|name| {
        let rule = policy.against_variable(name)?;
        Some((name.clone(), rule.to_string()))
    });
    GrantPolicy {
        network: policy.network.clone(),
        variables: forbidden.collect(),
        grant_hint,
    }
}
