//! Texts in modules and in the lines that use them. The texts of a schema may have any author.

use pulumi_wasm_core::text::on_one_line;

use super::package::{Package, Parameter};

/// The comment at the top of each module. A file without it is never overwritten.
pub(crate) const MARK: &str =
    "Written by `pulumi-wasm add`. Do not edit: the command overwrites this file.";

/// Longer descriptions are cut: a module is read for its names.
const DESCRIPTION_CHARACTERS: usize = 300;

/// The first paragraph of a description on one line, without code.
pub(crate) fn description(text: &str) -> String {
    // Lines may end as on Windows.
    let lines = text.trim_start().lines();
    let lines = lines.take_while(|line| !line.trim().is_empty());
    let paragraph = lines.collect::<Vec<&str>>().join("\n");
    let prose = paragraph.split("```").next().unwrap_or_default();
    let words: Vec<&str> = prose.split_whitespace().collect();
    let whole = on_one_line(&words.join(" ")).into_owned();
    match whole.char_indices().nth(DESCRIPTION_CHARACTERS) {
        None => whole,
        Some((end, _)) => format!("{}…", whole.get(..end).unwrap_or_default().trim_end()),
    }
}

/// The first line of a module.
pub(crate) fn title(package: &Package) -> String {
    let version = match package.version.as_str() {
        "" => String::new(),
        version => format!(" {version}"),
    };
    let name = &package.name;
    format!("Resources of the package `{name}`{version}, as children of component resources.")
}

/// A description, or `otherwise` if it is empty.
pub(crate) fn or(described: &str, otherwise: &str) -> String {
    match described {
        "" => otherwise.to_owned(),
        text => text.to_owned(),
    }
}

/// The version and the parameter of a package by the names that they have in most languages, without empty texts.
pub(crate) fn package_fields(package: &Package) -> Vec<(&'static str, &str)> {
    let mut fields = vec![("version", package.version.as_str())];
    if let Some(Parameter {
        plugin,
        version,
        value,
    }) = &package.parameter
    {
        fields.extend([
            ("plugin", plugin.as_str()),
            ("plugin_version", version.as_str()),
            ("parameter", value.as_str()),
        ]);
    }
    fields.retain(|(_, text)| !text.is_empty());
    fields
}

/// Each name with its text in quotation marks, without empty texts.
pub(crate) fn members(texts: &[(&str, &str)], between: &str) -> Vec<String> {
    let given = texts.iter().filter(|(_, text)| !text.is_empty());
    given
        .map(|(name, text)| format!("{name}{between}\"{text}\""))
        .collect()
}

/// Whether a module of this name can be imported in a language whose identifiers have ASCII letters, digits and `_`.
pub(crate) fn is_identifier(stem: &str) -> bool {
    let fits = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    stem.chars().all(fits) && stem.starts_with(|letter: char| !letter.is_ascii_digit())
}
