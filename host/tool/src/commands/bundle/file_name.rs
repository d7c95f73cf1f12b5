//! The names that files of a bundle may have: its users unpack it on any system.

use pulumi_wasm_archive::folded;

/// Characters and names that Windows reserves, or that would break a line of a list.
const FORBIDDEN: [char; 9] = ['<', '>', ':', '"', '/', '\\', '|', '?', '*'];

/// The reason why a file cannot have this name in a bundle, if there is one.
pub(super) fn fault(name: &str) -> Option<&'static str> {
    if name.contains(char::is_control) {
        return Some("the name has control characters");
    }
    if name.contains(FORBIDDEN) {
        return Some("the name has characters that some systems do not take");
    }
    if name.is_empty() || name.ends_with(['.', ' ']) {
        return Some("Windows takes no name with such an end");
    }
    // Pulumi would start a language host for such a file, and not the program.
    folded(name)
        .starts_with("pulumiplugin.")
        .then_some("Pulumi would take it for the description of a plugin that is not a program")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_some_system_does_not_take_have_a_fault() {
        for name in [
            "LICENSE",
            "LICENCE (MIT).txt",
            "Ümläut.md",
            "NOTICE-2.0",
            ".hidden",
        ] {
            assert_eq!(fault(name), None, "{name}");
        }
        for name in [
            "a\nb",
            "a\tb",
            "a\u{7f}",
            "a:b",
            "a*",
            "a?",
            "a\\b",
            "a/b",
            "<a>",
            "a|b",
            "\"a\"",
            "",
            "a.",
            "a ",
            "PulumiPlugin.yaml",
            "pulumiplugin.yml",
        ] {
            assert!(fault(name).is_some(), "{name}");
        }
    }
}
