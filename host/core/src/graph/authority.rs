//! The checks of a component's declarations: the packages that it may use, the resources that its options may name, and the inputs that are
//! reserved for the engine.
//!
//! The engine chooses a provider's plugin, its version, its source and its environment by members of the provider's inputs. Only the
//! program decides on these. So the graph refuses such members in all inputs that a component writes: in registrations, in the results
//! of transforms, and in options that copy recorded inputs.

use std::collections::{BTreeMap, BTreeSet};

use super::declaration::{Declaration, add_failure, failure};
use super::lookup::LookupKind;
use super::node::Node;
use super::options::{DeclaredAlias, Options};
use super::output_reference::{node_of, property_path, reference};
use super::references::SELF;
use super::registration::{Alias, AliasParent, ResourceKind};
use super::{COMPONENT, Graph};
use crate::error::GuestError;
use crate::error::failure::PropertyFailure;
use crate::text::Excerpt;
use crate::value::{PropertyMap, PropertyValue};

/// The packages whose resources a component may declare.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Authority {
    /// The component's own package.
    pub own: String,
    /// The packages that its manifest names.
    pub uses: BTreeSet<String>,
    /// The packages that it may not use although the manifest names them, each with the reason.
    pub forbidden: BTreeMap<String, String>,
}

impl Graph {
    /// Checks the type of a declared resource. A group must be a type of the component's own package, any other
    /// resource a type of a package in the manifest.
    pub(super) fn may_register(&self, declaration: &Declaration) -> Result<(), GuestError> {
        let token = &declaration.token;
        if declaration.kind != ResourceKind::Group {
            return self.may_use(token, "register");
        }
        self.require_own(token, "the group")
    }

    /// Fails unless a token is a type of the component's own package.
    fn require_own(&self, token: &str, what: &str) -> Result<(), GuestError> {
        require_package(token, &self.authority.own, what)
    }

    /// Fails unless the manifest names the package of a token.
    pub(super) fn may_use(&self, token: &str, what: &str) -> Result<(), GuestError> {
        let authority = &self.authority;
        let package = package_of(token)?;
        if package == authority.own {
            return Ok(());
        }
        if let Some(reason) = authority.forbidden.get(package) {
            return Err(GuestError::Denied(format!(
                "the component may not {what} `{}`: {reason}",
                Excerpt::name(token)
            )));
        }
        if authority.uses.contains(package) {
            return Ok(());
        }
        Err(GuestError::Denied(format!(
            "the component may not {what} `{}`: its manifest does not name the package `{}` in `packages`",
            Excerpt::name(token),
            Excerpt::name(package)
        )))
    }
}

/// Fails unless a token is a type of the given package.
pub(super) fn require_package(token: &str, package: &str, what: &str) -> Result<(), GuestError> {
    if package_of(token)? == package {
        return Ok(());
    }
    Err(GuestError::Denied(format!(
        "{what} `{}` must be a type of the package `{}`",
        Excerpt::name(token),
        Excerpt::name(package)
    )))
}

/// The package of a token.
pub(super) fn package_of(token: &str) -> Result<&str, GuestError> {
    if let Some(package) = token.strip_prefix(PROVIDERS) {
        return Ok(package);
    }
    match token.split(':').collect::<Vec<_>>()[..] {
        [package, module, name] if ![package, module, name].contains(&"") => Ok(package),
        _ => {
            let reason = format!(
                "`{}` is not a token such as `random:index:RandomPet`",
                Excerpt::name(token)
            );
            Err(GuestError::Invalid(vec![failure("token", reason)]))
        }
    }
}

impl Graph {
    /// Checks the options that name other resources.
    pub(super) fn check_relations(&self, options: &Options, failures: &mut Vec<PropertyFailure>) {
        if let Some(parent) = &options.parent
            && !self.may_be_parent(parent)
        {
            let reason = "the parent has to be the component, or a resource that it declares";
            add_failure(failures, "options.parent", reason.to_owned());
        }
        for parent in options
            .aliases
            .iter()
            .filter_map(|alias| alias.parent.as_ref())
        {
            if !self.may_be_parent_of_alias(parent) {
                let reason = "the parent of an alias has to be a URN, the component, or a resource that it declares";
                add_failure(failures, "options.aliases", reason.to_owned());
            }
        }
        for value in &options.depends_on {
            if !may_be_resources(value) {
                let reason = format!("expected resources, found {}", value.kind());
                add_failure(failures, "options.dependsOn", reason);
            }
        }
        let one = [
            ("provider", &options.provider),
            ("deletedWith", &options.deleted_with),
        ];
        let one = one.map(|(name, value)| value.iter().map(move |value| (name, value)));
        let replace_with = options
            .replace_with
            .iter()
            .map(|value| ("replaceWith", value));
        let providers = options.providers.values().map(|value| ("providers", value));
        for (name, value) in one
            .into_iter()
            .flatten()
            .chain(replace_with)
            .chain(providers)
        {
            if !may_be_resource(value) {
                let reason = format!("expected a resource, found {}", value.kind());
                add_failure(failures, &format!("options.{name}"), reason);
            }
        }
    }

    fn may_be_parent(&self, parent: &PropertyValue) -> bool {
        let node = node_of(parent).and_then(|node| self.node(node));
        matches!(node, Some(Node::Component | Node::Resource(_)))
    }

    /// A parent may be named by the whole resource or by its URN. Other outputs could be any text.
    fn may_be_parent_of_alias(&self, parent: &PropertyValue) -> bool {
        let PropertyValue::Object(map) = parent else {
            return false;
        };
        let Ok(Some(found)) = reference(map) else {
            return false;
        };
        let is_there = matches!(
            self.node(found.node),
            Some(Node::Component | Node::Resource(_))
        );
        let is_input = found.node == COMPONENT && self.component.inputs.contains_key("urn");
        is_there && (found.path.is_empty() || (found.path == "urn" && !is_input))
    }

    /// Checks that aliases name resources of packages in the manifest, below components of the own package.
    ///
    /// A resource takes over, or replaces, the resource that its alias names. A group or component can replace a custom
    /// resource, so its aliases must be types of the component's package. A provider may only take over a provider of the same
    /// type: with an alias it may keep recorded inputs, and the engine reads inputs only of providers.
    pub(super) fn check_aliases(
        &self,
        token: &str,
        is_custom: bool,
        aliases: &[DeclaredAlias],
    ) -> Result<(), GuestError> {
        for DeclaredAlias { alias, .. } in aliases {
            let before = match alias {
                Alias::Spec(spec) => spec.token.as_str(),
                Alias::Urn(urn) => types_in(urn)?.rsplit('$').next().unwrap_or_default(),
            };
            if before.is_empty() {
                self.is_below_component(alias)?;
                continue;
            }
            if is_custom {
                self.may_use(before, "take over a resource of the type")?;
            } else {
                let package = package_of(token)?;
                require_package(
                    before,
                    package,
                    "the type in the alias of a group or component,",
                )?;
            }
            self.is_below_component(alias)?;
            if (is_provider(before) || is_provider(token)) && before != token {
                return Err(GuestError::Denied(format!(
                    "the alias of `{}` has the type `{}`: a provider can only take over a provider of the same package",
                    Excerpt::name(token),
                    Excerpt::name(before)
                )));
            }
        }
        Ok(())
    }

    /// Fails unless an alias names a resource below a component of the own package, because the program or other
    /// components declared everything else in the stack. A URN contains the types of all parents, which show this.
    fn is_below_component(&self, alias: &Alias) -> Result<(), GuestError> {
        let (shown, parents) = match alias {
            Alias::Urn(urn) => {
                let parents = types_in(urn)?.rsplit_once('$');
                (urn.as_str(), parents.map_or("", |(parents, _)| parents))
            }
            Alias::Spec(spec) => {
                if spec.stack.contains("::") || spec.project.contains("::") {
                    return Err(in_aliases(
                        "the names of stacks and projects cannot contain `::`",
                    ));
                }
                match &spec.parent {
                    // The parent is the component or below it.
                    AliasParent::Same => return Ok(()),
                    // The engine takes an empty URN for the current parent.
                    AliasParent::Urn(urn) if urn.is_empty() => return Ok(()),
                    AliasParent::Urn(urn) => (urn.as_str(), types_in(urn)?),
                    AliasParent::Stack => ("noParent", ""),
                }
            }
        };
        if parents.split('$').any(|token| self.is_own_component(token)) {
            return Ok(());
        }
        let own = &self.authority.own;
        Err(GuestError::Denied(format!(
            "the alias `{}` names a resource that is not below a component of the package `{own}`: a child can only take over \
             a resource that such a component declared before; for any other resource of the stack, the program can add the alias to \
             the child in a transform",
            Excerpt::name(shown)
        )))
    }

    /// Whether a type is the component's type or the type of another component in the package. The schema alone does
    /// not show it, because a schema may contain types of other packages, which programs may use too.
    fn is_own_component(&self, token: &str) -> bool {
        if !matches!(package_of(token), Ok(package) if package == self.authority.own) {
            return false;
        }
        let manifests = self.own_types.manifests();
        let mut types = manifests
            .iter()
            .filter_map(|manifest| manifest.schema.resources.get(token));
        token == self.component.token || types.any(|resource| resource.is_component)
    }
}

/// The types in a URN: the types of the parents, then the type of the resource, separated by `$`. The engine refuses a
/// registration if the text is not a URN.
fn types_in(urn: &str) -> Result<&str, GuestError> {
    let parts = urn.strip_prefix("urn:pulumi:");
    let parts: Vec<_> = parts.map_or_else(Vec::new, |parts| parts.splitn(4, "::").collect());
    match parts[..] {
        [_, _, types, _] => Ok(types),
        _ => {
            let urn = Excerpt::name(urn);
            Err(in_aliases(&format!("`{urn}` is not a URN")))
        }
    }
}

fn in_aliases(reason: &str) -> GuestError {
    GuestError::Invalid(vec![failure("options.aliases", reason.to_owned())])
}

/// Whether a value can name one or more resources.
fn may_be_resources(value: &PropertyValue) -> bool {
    match value {
        PropertyValue::Array(items) => items.iter().all(may_be_resources),
        PropertyValue::Secret(inner) => may_be_resources(inner),
        PropertyValue::String(_) => false,
        other => may_be_resource(other),
    }
}

/// Whether a value can name a resource. A string is a URN, and an object is an output reference.
fn may_be_resource(value: &PropertyValue) -> bool {
    match value {
        PropertyValue::Secret(inner) => may_be_resource(inner),
        PropertyValue::Null
        | PropertyValue::Unknown
        | PropertyValue::String(_)
        | PropertyValue::Object(_)
        | PropertyValue::ResourceReference(_) => true,
        _ => false,
    }
}

/// The prefix of a provider's type. The rest of the type is the package that the provider serves.
pub(super) const PROVIDERS: &str = "pulumi:providers:";

/// The members of a provider's inputs that the engine reads to choose and start the plugin. Source: `GetProviderName`
/// and its neighbours in the engine's `providers/registry.go`. The engine reads them at the top level if `__internal`
/// is absent.
const READ_BY_ENGINE: [&str; 6] = [
    "version",
    "name",
    "pluginDownloadURL",
    "pluginChecksums",
    "parameterization",
    "envVarMappings",
];

/// The prefix of names that belong to the engine and to the state of providers: `__internal`, `__provider` with the
/// code of a dynamic provider, and `__wasm`.
const RESERVED: &str = "__";

pub(super) fn is_provider(token: &str) -> bool {
    token.starts_with(PROVIDERS)
}

/// Whether a component may not write this member of a resource's inputs.
fn is_reserved(token: &str, name: &str) -> bool {
    name.starts_with(RESERVED) || (is_provider(token) && READ_BY_ENGINE.contains(&name))
}

fn refusal(token: &str) -> &'static str {
    if is_provider(token) {
        "is read by the engine itself, which chooses the provider's plugin, its version and its source by such inputs: the program decides \
             on these, and may give the component a provider"
    } else {
        "is reserved for the engine and for the state of providers: names of inputs cannot begin with `__`"
    }
}

/// Checks the inputs that a component declares for a resource.
pub(super) fn check_inputs(token: &str, inputs: &PropertyMap, failures: &mut Vec<PropertyFailure>) {
    for name in inputs.keys().filter(|name| is_reserved(token, name)) {
        add_failure(failures, &property_path(name), refusal(token).to_owned());
    }
}

/// Checks the inputs that a transform returns for a resource. The transform must leave reserved members unchanged.
pub(super) fn check_changed_inputs(
    token: &str,
    before: &PropertyMap,
    after: &PropertyMap,
    failures: &mut Vec<PropertyFailure>,
) {
    for name in before.keys().chain(after.keys()) {
        if is_reserved(token, name) && before.get(name) != after.get(name) {
            let place = format!("properties.{}", property_path(name));
            add_failure(failures, &place, refusal(token).to_owned());
        }
    }
}

/// Checks the arguments of a look-up.
pub(super) fn check_arguments(
    kind: LookupKind,
    arguments: &PropertyMap,
    failures: &mut Vec<PropertyFailure>,
) {
    let is_allowed = |name: &str| kind == LookupKind::Method && name == SELF;
    let reserved = arguments
        .keys()
        .filter(|name| is_reserved("", name) && !is_allowed(name));
    for name in reserved {
        add_failure(failures, &property_path(name), refusal("").to_owned());
    }
}

impl Options {
    /// Checks the options of a provider that a component declares. `before` has the paths in `ignoreChanges` that were
    /// present before the transform ran.
    pub(super) fn check_provider(
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
            add_failure(failures, "token", reason);
        }
        if !self.import.is_empty() {
            let reason = "a provider cannot be imported: it exists only in the stack";
            add_failure(failures, "options.import", reason.to_owned());
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
                add_failure(failures, "options.ignoreChanges", reason);
            }
        }
    }
}

impl Graph {
    /// Refuses a look-up of a provider, because the engine neither reads nor calls providers for a component.
    pub(super) fn check_looked_up(&self, token: &str, failures: &mut Vec<PropertyFailure>) {
        if is_provider(token) {
            let reason = format!(
                "`{}` is the type of a provider: a component looks up resources, functions and methods of packages",
                Excerpt::name(token)
            );
            add_failure(failures, "token", reason);
        }
    }
}
