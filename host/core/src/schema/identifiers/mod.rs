//! The identifiers that Pulumi's code generators derive from a schema's names, and the faults that keep an SDK from
//! compiling.
//!
//! The generators turn names into identifiers. They check neither whether two names of one scope become the same
//! identifier nor whether the result is a valid identifier. So the build reports the problem to the author, before a
//! user's SDK fails to compile. The rules were taken from the generators, and are held to them by
//! `tests/engine/packages/schemas.rs`.

mod enums;
mod functions;
mod language;
mod modules;
mod properties;
mod reserved_words;
mod scope;
#[cfg(test)]
mod tests;

use serde_json::Value;

pub use language::{Language, snake_case};
use modules::Modules;
pub use scope::SdkFault;
use scope::{Faults, object};

use super::parse::reader::{Members, member};

/// The parts of a schema that break generated SDKs of these languages, in the order of the document's parts. The schema
/// must be accepted by [`PackageSchema::parse`](super::PackageSchema::parse).
#[must_use]
pub fn sdk_faults(document: &Value, languages: &[Language]) -> Vec<SdkFault> {
    let mut faults = Faults::of(languages);
    walk(document, &mut faults);
    faults.finish()
}

/// The properties that need another name in .NET, because the generated name does not compile: their places in the
/// schema as JSON pointers, and the names.
#[must_use]
pub fn names_for_dotnet(document: &Value) -> Vec<(String, String)> {
    let mut faults = Faults::of(&[Language::DotNet]);
    walk(document, &mut faults);
    faults.renamed()
}

fn walk(document: &Value, faults: &mut Faults<'_>) {
    let Some(root) = document.as_object() else {
        return;
    };
    let mut modules = Modules::of(document);
    if let Some(config) = object(root, "config") {
        properties::variables(faults, config, "/config");
    }
    if let Some(provider) = object(root, "provider") {
        properties::resource(faults, provider, "Provider", "/provider");
    }
    for (token, spec, place) in parts(root, "types") {
        let Some(name) = modules.named_type(faults, token, spec, &place) else {
            continue;
        };
        if spec.contains_key("enum") {
            enums::members(faults, spec, name, &place)
        } else {
            properties::named_type(faults, spec, name, &place)
        }
    }
    for (token, spec, place) in parts(root, "resources") {
        if let Some(name) = modules.resource(faults, token, spec, &place) {
            properties::resource(faults, spec, name, &place);
            functions::methods(faults, root, spec, &place);
        }
    }
    let methods = functions::tokens_of_methods(root);
    for (token, spec, place) in parts(root, "functions") {
        let is_method = methods.contains(token);
        let name = if is_method {
            token.rsplit('/').next()
        } else {
            modules.function(faults, token, spec, &place)
        };
        if let Some(name) = name {
            functions::function(faults, spec, name, &place, is_method);
        }
    }
}

/// The parts of a section: token, specification, place.
fn parts<'d>(
    root: &'d Members,
    section: &'static str,
) -> impl Iterator<Item = (&'d str, &'d Members, String)> {
    let parts = object(root, section).into_iter().flatten();
    parts.filter_map(move |(token, spec)| {
        let place = format!("/{section}{}", member("", token));
        Some((token.as_str(), spec.as_object()?, place))
    })
}
