//! The options that name other resources. What would do nothing is refused: a parent that is not there, a text among
//! dependencies. What would take over a resource of a package that the manifest does not name is refused, too.

use super::Graph;
use super::mistakes::tell;
use super::node::Node;
use super::options::Options;
use super::output::named;
use super::registration::ResourceKind;
use super::registration_options::Alias;
use crate::error::GuestError;
use crate::failure::PropertyFailure;
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

    /// Makes sure that aliases name resources of packages that the manifest names: a resource takes over, or replaces, the one
    /// that its alias names. A group replaces a custom resource too, so its aliases are types of the component's package, as it is.
    pub(super) fn may_take_over(
        &self,
        kind: ResourceKind,
        aliases: &[Alias],
    ) -> Result<(), GuestError> {
        for alias in aliases {
            let token = match alias {
                Alias::Spec(spec) => spec.token.as_str(),
                // What is not a URN is the alias of nothing.
                Alias::Urn(urn) => type_of(urn).unwrap_or_default(),
            };
            match kind {
                _ if token.is_empty() => {}
                ResourceKind::Group => {
                    self.require_own(token, "the type in the alias of a group,")?
                }
                ResourceKind::Custom | ResourceKind::Remote => {
                    self.may_use(token, "take over a resource of the type")?;
                }
            }
        }
        Ok(())
    }
}

/// The type in a URN: the last one of those that are there for the parents.
fn type_of(urn: &str) -> Option<&str> {
    let mut parts = urn.strip_prefix("urn:pulumi:")?.splitn(4, "::");
    let types = parts.nth(2)?;
    parts.next()?;
    types.rsplit('$').next()
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
