//! Files of a project that never affect a component, in every language.

/// How the names of texts for readers of the project begin.
const TEXTS: [&str; 4] = ["README", "CHANGELOG", "CONTRIBUTING", "TODO"];

/// Whether a file lies in the project and is not part of the component: components, programs of Pulumi that use the
/// provider, and texts for readers. `name` is the file's name without its folder.
pub(super) fn is_ignored(name: &str) -> bool {
    let is_of_program = name.starts_with("Pulumi.") && name.ends_with(".yaml");
    let is_text = TEXTS.iter().any(|text| {
        let ending = name.strip_prefix(text);
        ending.is_some_and(|ending| ending.is_empty() || ending.starts_with('.'))
    });
    is_of_program || is_text || name.ends_with(".wasm")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_programs_and_components_lie_beside_the_provider() {
        for (name, expected) in [
            ("README.md", true),
            ("README", true),
            ("READMES.py", false),
            ("Pulumi.dev.yaml", true),
            ("Pulumi.py", false),
            ("acme.wasm", true),
            ("words.yaml", false),
        ] {
            assert_eq!(is_ignored(name), expected, "{name}");
        }
    }
}
