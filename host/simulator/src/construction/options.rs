//! The options of a registration by Pulumi's names.

use pulumi_wasm_core::graph::{Alias, AliasParent, RegistrationOptions, plain_options};
use pulumi_wasm_core::value::{PropertyMap, PropertyValue};

use super::urn::name_in_urn;

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
        let aliases = options.aliases.iter().map(alias);
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

fn alias(alias: &Alias) -> PropertyValue {
    let spec = match alias {
        Alias::Urn(urn) => return urn.as_str().into(),
        Alias::Spec(spec) => spec,
    };
    let texts = [
        ("name", &spec.name),
        ("type", &spec.token),
        ("stack", &spec.stack),
        ("project", &spec.project),
    ];
    let set = texts.into_iter().filter(|(_, text)| !text.is_empty());
    let mut parts: PropertyMap = set
        .map(|(name, text)| (name.to_owned(), text.as_str().into()))
        .collect();
    match &spec.parent {
        AliasParent::Same => {}
        AliasParent::Stack => drop(parts.insert("noParent".to_owned(), true.into())),
        AliasParent::Urn(urn) => {
            parts.insert("parentUrn".to_owned(), urn.as_str().into());
        }
    }
    PropertyValue::Object(parts)
}
