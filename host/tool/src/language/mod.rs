//! The languages that providers are written in. Each has a folder here that implements [`GuestLanguage`].

mod c;
mod dialect;
mod environment;
mod go;
mod guest_language;
mod ignored_files;
mod ingredients;
mod interpreter;
mod python;
mod rust;
mod template;
mod typescript;
mod workshop;

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
pub(crate) use dialect::Dialect;
pub(crate) use guest_language::{ComponentResources, GuestLanguage, Language, ProviderSource};
pub(crate) use ingredients::Ingredients;
pub(crate) use template::USED_PACKAGE;
pub(crate) use workshop::Workshop;

/// The languages, the default of `pulumi-wasm new` first.
pub(crate) const LANGUAGES: [Language; 7] = [
    &rust::Rust,
    &python::Python,
    &typescript::TypeScript,
    &go::Go,
    &c::Dialect::C,
    &c::Dialect::Cpp,
    &c::Dialect::Zig,
];

/// Parses the word of a language on the command line.
pub(crate) fn parser() -> impl TypedValueParser<Value = Language> {
    let words = LANGUAGES.map(GuestLanguage::word);
    PossibleValuesParser::new(words).try_map(|word| {
        let mut languages = LANGUAGES.into_iter();
        languages
            .find(|language| language.word() == word)
            .ok_or("there is no such language")
    })
}

/// The files of projects in all languages, for messages: `Cargo.toml, pyproject.toml and package.json`.
pub(crate) fn project_files(before: &str, conjunction: &str) -> String {
    let files = LANGUAGES.map(|language| format!("{before}{}", language.project_file()));
    match files.split_last() {
        Some((last, others)) if !others.is_empty() => {
            format!("{} {conjunction} {last}", others.join(", "))
        }
        _ => files.concat(),
    }
}

impl dyn GuestLanguage {
    /// The language's part of component resources.
    ///
    /// # Errors
    /// If this tool writes no component resources in the language.
    pub(crate) fn with_component_resources(
        &'static self,
    ) -> anyhow::Result<&'static dyn ComponentResources> {
        self.component_resources()
            .with_context(|| match self.components_without_tool() {
                Some(way) => {
                    format!("this tool writes no component resources in {self}\nhint: {way}")
                }
                None => format!(
                    "providers in {self} cannot have component resources yet\nhint: {}",
                    with_components()
                ),
            })
    }
}

/// The languages that this tool writes component resources in, for hints.
fn with_components() -> String {
    let languages = LANGUAGES.into_iter();
    let words: Vec<_> = languages
        .filter(|language| language.component_resources().is_some())
        .map(|language| format!("`--lang {}`", language.word()))
        .collect();
    format!("{} can", words.join(", "))
}
