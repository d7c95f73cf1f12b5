//! The options of a registration by Pulumi's names.

use pulumi_wasm_core::graph::{RegistrationOptions, alias_value, plain_options};
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
