//! `docs/author/reference.md` has every option that the macros know, and no other.

use std::collections::BTreeSet;

use super::resource;

const PAGE: &str = include_str!("../../../../docs/author/reference.md");

fn known<'a>(options: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    options.into_iter().map(str::to_owned).collect()
}

/// The options below the headings that name an attribute: in the first columns of tables, or in a sentence that begins
/// with options, such as "`description` and `language`, as for resources".
fn listed(attribute: &str) -> BTreeSet<String> {
    let sections = PAGE.split("\n## ").filter(|section| {
        let heading = section.lines().next().unwrap_or_default();
        heading.contains(&format!("`{attribute}"))
    });
    let code = |text: &str| {
        text.split('`')
            .skip(1)
            .step_by(2)
            .map(str::to_owned)
            .collect()
    };
    let options = sections.flat_map(str::lines).flat_map(|line| {
        let cell = line.split(" | ").next().unwrap_or_default();
        let written: Vec<String> = code(cell);
        let is_name = |text: &String| text.chars().all(|char| char.is_lowercase() || char == '_');
        match line {
            _ if line.starts_with("| `") => written,
            _ if line.starts_with('`') => written.into_iter().filter(is_name).collect(),
            _ => Vec::new(),
        }
    });
    let name = |option: String| {
        option
            .split([' ', '(', ':'])
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    options.map(name).collect()
}

/// The rows of [`listed`] that stand for something else than an option.
fn without(mut options: BTreeSet<String>, others: &[&str]) -> BTreeSet<String> {
    for other in others {
        assert!(options.remove(*other), "`{other}` is not in the table");
    }
    options
}

fn with_constraints(options: BTreeSet<String>) -> BTreeSet<String> {
    let section = PAGE.split("\n## Constraints").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let names = rows.filter_map(|row| row.trim_start_matches("| `").split('(').next());
    options
        .into_iter()
        .chain(names.map(str::to_owned))
        .collect()
}

/// The comparisons as the macros name them in the error for an unknown one.
fn comparisons() -> BTreeSet<String> {
    let outcome = resource(r#"struct A { #[property(compare = "nonsense")] b: u8 }"#);
    let message = outcome.unwrap_err().to_string();
    let (_, known) = message.split_once("; expected one of ").unwrap();
    let names = known.split('`').skip(1).step_by(2);
    names.map(str::to_owned).collect()
}

#[test]
fn the_reference_has_every_option_of_a_property() {
    let options = crate::options::attribute::OPTIONS
        .into_iter()
        .chain(crate::options::rules::known());
    let expected: BTreeSet<_> = known(options).into_iter().chain(comparisons()).collect();
    assert_eq!(listed("#[property"), expected);
}

#[test]
fn the_reference_has_every_format() {
    let outcome = resource(r#"struct A { #[property(format = "nonsense")] b: u8 }"#);
    let message = outcome.unwrap_err().to_string();
    let (_, known) = message.split_once("; expected one of ").unwrap();
    let row = PAGE
        .lines()
        .find(|line| line.starts_with("| `format ="))
        .unwrap();
    let listed: Vec<_> = row
        .split('`')
        .skip(3)
        .step_by(2)
        .filter(|name| *name != "format")
        .collect();
    assert_eq!(
        listed,
        known.split('`').skip(1).step_by(2).collect::<Vec<_>>()
    );
}

#[test]
fn the_reference_has_every_option_of_a_struct_or_enum() {
    for attribute in ["resource", "object", "config", "arguments"] {
        let mut listed = listed(&format!("#[{attribute}"));
        if attribute == "config" {
            listed = without(listed, &["configure", "check"]);
        }
        let known = known(crate::options::container::options(attribute));
        assert_eq!(with_constraints(listed), known, "{attribute}");
    }
    for attribute in ["enumeration", "union", "function", "method"] {
        let known = known(crate::options::container::options(attribute));
        assert_eq!(listed(&format!("#[{attribute}")), known, "{attribute}");
    }
}

#[test]
fn the_reference_has_every_key_of_the_provider() {
    let listed = without(listed("provider!"), &["Credential"]);
    assert_eq!(listed, known(crate::provider::OPTIONS));
}
