//! Texts of a schema, which anybody may have written, as far as a module shows them.

use pulumi_wasm_core::text::on_one_line;

use super::package::Package;

/// Longer descriptions are cut: a module is read for its names.
const DESCRIPTION_CHARACTERS: usize = 300;

/// The first paragraph of a description on one line, without code.
pub(super) fn description(text: &str) -> String {
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
pub(super) fn title(package: &Package) -> String {
    let version = match package.version.as_str() {
        "" => String::new(),
        version => format!(" {version}"),
    };
    let name = &package.name;
    format!("Resources of the package `{name}`{version}, as children of component resources.")
}

/// A description, or these words if the schema has none.
pub(super) fn or(described: &str, otherwise: &str) -> String {
    match described {
        "" => otherwise.to_owned(),
        text => text.to_owned(),
    }
}
