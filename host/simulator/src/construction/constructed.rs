//! The result of a construction.

use std::collections::{BTreeMap, BTreeSet};

use pulumi_wasm_core::graph::{
    LookupRequest, Registration, RegistrationOptions, alias_value, plain_options,
};
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use crate::failure::Failure;

/// All that a component registered and looked up, and how it ended.
#[derive(Debug, Clone)]
pub struct Constructed {
    /// The component itself first, then all below it in the order of their registrations. Empty if the component was
    /// not registered.
    pub resources: Vec<Child>,
    /// In the order of the requests.
    pub lookups: Vec<LookUp>,
    /// The component's outputs, or why it failed. Outputs that are unknown in an update are left out, as an engine does
    /// it.
    pub outputs: Result<PropertyMap, Failure>,
    /// The URNs that each output comes from.
    pub output_dependencies: BTreeMap<String, BTreeSet<String>>,
    /// The keys of mocks that no registration and no look-up took.
    pub unused_mocks: Vec<String>,
}

/// A registered resource with the monitor's answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Child {
    /// The URN.
    pub urn: String,
    /// After the component's transforms.
    pub registration: Registration,
    /// Whether the resource is a component or a group.
    pub is_component: bool,
    /// The id; `None` for a component, and in previews.
    pub id: Option<String>,
    /// The outputs that are known.
    pub outputs: PropertyMap,
}

impl Child {
    /// The options by Pulumi's names, such as `retainOnDelete`. Resources in them are named, not by their URNs; the
    /// parent and `dependsOn` are not among them.
    #[must_use]
    pub fn options(&self) -> PropertyMap {
        by_name(&self.registration.options)
    }

    /// The name of the parent; empty without one.
    #[must_use]
    pub fn parent_name(&self) -> &str {
        name_in_urn(&self.registration.parent)
    }

    /// The names of all resources that it depends on.
    #[must_use]
    pub fn depends_on(&self) -> Vec<&str> {
        names(self.registration.dependencies.iter())
    }

    /// The names of the resources that one of its inputs depends on.
    #[must_use]
    pub fn input_depends_on(&self, input: &str) -> Vec<&str> {
        let listed = self.registration.input_dependencies.get(input);
        listed.map(names).unwrap_or_default()
    }
}

impl Constructed {
    /// The resources below the component, without the component itself.
    #[must_use]
    pub fn children(&self) -> &[Child] {
        self.resources.get(1..).unwrap_or_default()
    }

    /// The resources below each URN, in the order of their registrations.
    #[must_use]
    pub fn by_parent(&self) -> BTreeMap<&str, Vec<&Child>> {
        let mut below = BTreeMap::<&str, Vec<&Child>>::new();
        for child in self.children() {
            let parent = child.registration.parent.as_str();
            below.entry(parent).or_default().push(child);
        }
        below
    }

    /// The names of the resources that one of the outputs comes from.
    #[must_use]
    pub fn output_depends_on(&self, output: &str) -> Vec<&str> {
        let listed = self.output_dependencies.get(output);
        listed.map(names).unwrap_or_default()
    }
}

/// A requested look-up.
#[derive(Debug, Clone, PartialEq)]
pub struct LookUp {
    /// The component's request.
    pub request: LookupRequest,
    /// Whether a mock answered; otherwise the result is unknown.
    pub is_known: bool,
}

fn names<'a>(urns: impl IntoIterator<Item = &'a String>) -> Vec<&'a str> {
    urns.into_iter().map(|urn| name_in_urn(urn)).collect()
}

/// The name of the resource that a URN names.
#[must_use]
pub fn name_in_urn(urn: &str) -> &str {
    // urn:pulumi:STACK::PROJECT::TYPE::NAME; the name may have `::` in it.
    urn.splitn(4, "::").nth(3).unwrap_or(urn)
}

/// The options that are set. Resources are named, not by their URNs.
pub(super) fn by_name(options: &RegistrationOptions) -> PropertyMap {
    let mut named = plain_options(options);
    let mut add = |name: &str, value: PropertyValue| drop(named.insert(name.to_owned(), value));
    if !options.provider.is_empty() {
        add("provider", provider(&options.provider));
    }
    if !options.providers.is_empty() {
        let providers = options.providers.iter();
        let providers = providers.map(|(package, given)| (package.clone(), provider(given)));
        add("providers", PropertyValue::Object(providers.collect()));
    }
    if !options.deleted_with.is_empty() {
        add("deletedWith", name_in_urn(&options.deleted_with).into());
    }
    if !options.replace_with.is_empty() {
        let names = options.replace_with.iter();
        let names = names.map(|urn| name_in_urn(urn).into());
        add("replaceWith", PropertyValue::Array(names.collect()));
    }
    if !options.aliases.is_empty() {
        let aliases = options.aliases.iter().map(alias_value);
        add("aliases", PropertyValue::Array(aliases.collect()));
    }
    if !options.import.is_empty() {
        add("import", options.import.as_str().into());
    }
    if let Some(trigger) = &options.replacement_trigger {
        add("replacementTrigger", trigger.clone());
    }
    named
}

/// The name of a provider that is given as `urn::id`.
fn provider(given: &str) -> PropertyValue {
    let (urn, _) = given.rsplit_once("::").unwrap_or((given, ""));
    name_in_urn(urn).into()
}
