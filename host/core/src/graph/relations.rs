//! The options that name other resources. What would do nothing is refused: a parent that is not there, a text among
//! dependencies. What would take over a resource of a package that the manifest does not name is refused, too.

use super::authority::{package_of, require_package};
use super::mistakes::{failure, tell};
use super::node::Node;
use super::options::{GivenAlias, Options};
use super::output::{named, reference};
use super::provider_resource::is_provider;
use super::registration_options::{Alias, AliasParent};
use super::{COMPONENT, Graph};
use crate::error::GuestError;
use crate::failure::PropertyFailure;
use crate::text::Excerpt;
use crate::value::PropertyValue;

impl Graph {
    /// Judges the resources that options name.
    pub(super) fn judge_relations(&self, options: &Options, failures: &mut Vec<PropertyFailure>) {
        if let Some(parent) = &options.parent
            && !self.may_be_parent(parent)
        {
            let reason = "the parent has to be the component, or a resource that it declares";
            tell(failures, "options.parent", reason.to_owned());
        }
        for parent in options
            .aliases
            .iter()
            .filter_map(|alias| alias.parent.as_ref())
        {
            if !self.may_be_parent_of_alias(parent) {
                let reason = "the parent of an alias has to be a URN, the component, or a resource that it declares";
                tell(failures, "options.aliases", reason.to_owned());
            }
        }
        for value in &options.depends_on {
            if !may_be_resources(value) {
                let reason = format!("expected resources, found {}", value.kind());
                tell(failures, "options.dependsOn", reason);
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
                tell(failures, &format!("options.{name}"), reason);
            }
        }
    }

    fn may_be_parent(&self, parent: &PropertyValue) -> bool {
        let node = named(parent).and_then(|node| self.node(node));
        matches!(node, Some(Node::Component | Node::Resource(_)))
    }

    /// The resource as a whole or its URN: its other outputs may be any text.
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

    /// Makes sure that aliases name resources of packages that the manifest names, below components of the own package: a
    /// resource takes over, or replaces, the one that its alias names. A group or component replaces a custom resource too, so its
    /// aliases are types of its own package. A provider takes over the same provider alone, because it may keep recorded inputs, which
    /// the engine reads in a provider and in no other resource.
    pub(super) fn may_take_over(
        &self,
        token: &str,
        is_custom: bool,
        aliases: &[GivenAlias],
    ) -> Result<(), GuestError> {
        for GivenAlias { alias, .. } in aliases {
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
                    "the alias of `{}` has the type `{}`: a provider takes over a provider of the same package alone",
                    Excerpt::name(token),
                    Excerpt::name(before)
                )));
            }
        }
        Ok(())
    }

    /// Makes sure that an alias names a resource below a component of the own package. All else in the stack was declared by the
    /// program, or by components of other packages. A URN has the types of all parents, so it tells.
    fn is_below_component(&self, alias: &Alias) -> Result<(), GuestError> {
        let (shown, parents) = match alias {
            Alias::Urn(urn) => {
                let parents = types_in(urn)?.rsplit_once('$');
                (urn.as_str(), parents.map_or("", |(parents, _)| parents))
            }
            Alias::Spec(spec) => {
                if spec.stack.contains("::") || spec.project.contains("::") {
                    return Err(in_aliases(
                        "a stack and a project have no `::` in their names",
                    ));
                }
                match &spec.parent {
                    // The parent is the component, or below it.
                    AliasParent::Same => return Ok(()),
                    // The engine takes it for the same one.
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
            "the alias `{}` names a resource that is not below a component of the package `{own}`: a child takes over what such a \
             component declared before, no other resource of the stack; if the program has to give up one, a transform of the \
             program can give the alias to the child",
            Excerpt::name(shown)
        )))
    }

    /// Whether a type is that of the component, or of another component of the package. A schema may have types of other packages, which
    /// programs may use too.
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

/// The types in a URN: those of the parents, then that of the resource, with `$` between them. The engine refuses a registration
/// with a text that is not a URN.
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

/// Whether a value can name resources: alone, or in a list.
fn may_be_resources(value: &PropertyValue) -> bool {
    match value {
        PropertyValue::Array(items) => items.iter().all(may_be_resources),
        PropertyValue::Secret(inner) => may_be_resources(inner),
        PropertyValue::String(_) => false,
        other => may_be_resource(other),
    }
}

/// Whether a value can name a resource. Texts are URNs; an object is the output of a node.
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
