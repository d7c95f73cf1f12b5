//! Providers as resources, and the names that the engine itself reads in inputs.
//!
//! The engine chooses a provider's plugin, its version, its source and its environment by members of the provider's inputs. A component
//! decides none of these, so such members are refused wherever a component writes inputs: in registrations, in the answers of transforms,
//! and by options that copy recorded inputs.

use super::Graph;
use super::lookup_request::LookupKind;
use super::mistakes::tell;
use super::options::Options;
use super::path;
use crate::failure::PropertyFailure;
use crate::text::Excerpt;
use crate::value::PropertyMap;

/// The beginning of a provider's type: the rest is the package that it serves.
pub(super) const PROVIDERS: &str = "pulumi:providers:";

/// The members of a provider's inputs that the engine reads to choose and start the plugin. Source: `GetProviderName` and its neighbours
/// in the engine's `providers/registry.go`. Without `__internal`, the engine reads them at the top.
const READ_BY_ENGINE: [&str; 6] = [
    "version",
    "name",
    "pluginDownloadURL",
    "pluginChecksums",
    "parameterization",
    "envVarMappings",
];

/// Names with this beginning belong to the engine and to the state of providers, such as `__internal`, `__provider` with the code of a
/// dynamic provider, and `__wasm`.
const RESERVED: &str = "__";

/// The argument of a method that names its resource.
const SELF: &str = "__self__";

/// Whether a type is a provider's type.
pub(super) fn is_provider(token: &str) -> bool {
    token.starts_with(PROVIDERS)
}

/// Whether a component may not write a member of a resource's inputs.
fn is_reserved(token: &str, name: &str) -> bool {
    name.starts_with(RESERVED) || (is_provider(token) && READ_BY_ENGINE.contains(&name))
}

fn refusal(token: &str) -> &'static str {
    match is_provider(token) {
        true => {
            "is read by the engine itself, which chooses the provider's plugin, its version and its source by such inputs: the program decides \
             on these, and may give the component a provider"
        }
        false => {
            "is reserved for the engine and for the state of providers: names of inputs do not begin with `__`"
        }
    }
}

/// Judges the inputs that a component declares for a resource.
pub(super) fn judge_inputs(token: &str, inputs: &PropertyMap, failures: &mut Vec<PropertyFailure>) {
    for name in inputs.keys().filter(|name| is_reserved(token, name)) {
        tell(
            failures,
            &path::of_property(name),
            refusal(token).to_owned(),
        );
    }
}

/// Judges the inputs that a transform of the component gives for a resource: its reserved members stay as they came.
pub(super) fn judge_changed_inputs(
    token: &str,
    before: &PropertyMap,
    after: &PropertyMap,
    failures: &mut Vec<PropertyFailure>,
) {
    for name in before.keys().chain(after.keys()) {
        if is_reserved(token, name) && before.get(name) != after.get(name) {
            let place = format!("properties.{}", path::of_property(name));
            tell(failures, &place, refusal(token).to_owned());
        }
    }
}

/// Judges the arguments of a look-up.
pub(super) fn judge_arguments(
    kind: LookupKind,
    arguments: &PropertyMap,
    failures: &mut Vec<PropertyFailure>,
) {
    let is_allowed = |name: &str| kind == LookupKind::Method && name == SELF;
    let reserved = arguments
        .keys()
        .filter(|name| is_reserved("", name) && !is_allowed(name));
    for name in reserved {
        tell(failures, &path::of_property(name), refusal("").to_owned());
    }
}

impl Options {
    /// Judges the options of a provider as a resource. Paths in `before` were there before a transform of the component ran.
    pub(super) fn judge_provider(
        &self,
        is_custom: bool,
        token: &str,
        before: &[String],
        failures: &mut Vec<PropertyFailure>,
    ) {
        if !is_provider(token) {
            return;
        }
        if !is_custom {
            let reason = format!(
                "`{}` is the type of a provider, and the engine makes providers: declare it as a resource, not as a group or component",
                Excerpt::name(token)
            );
            tell(failures, "token", reason);
        }
        if !self.import.is_empty() {
            let reason = "a provider is not imported: it exists in the stack alone";
            tell(failures, "options.import", reason.to_owned());
        }
        for ignored in self
            .ignore_changes
            .iter()
            .filter(|path| !before.contains(path))
        {
            let name = ignored.split(['.', '[']).next().unwrap_or_default();
            if name.is_empty() || name.contains('*') || is_reserved(token, name) {
                let reason = format!(
                    "`{}` would keep recorded inputs that the engine itself reads: name an input of the provider, without wildcards and quotes \
                     at the beginning",
                    Excerpt::name(ignored)
                );
                tell(failures, "options.ignoreChanges", reason);
            }
        }
    }
}

impl Graph {
    /// Judges the type of a look-up: the engine neither reads nor calls providers as resources for a component.
    pub(super) fn judge_looked_up(&self, token: &str, failures: &mut Vec<PropertyFailure>) {
        if is_provider(token) {
            let reason = format!(
                "`{}` is the type of a provider: a component looks up resources, functions and methods of packages",
                Excerpt::name(token)
            );
            tell(failures, "token", reason);
        }
    }
}
