//! Changing one argument of a package in the text of a project's file.

use std::path::Path;

use super::Declared;

/// The most places of a word that are tried. The whole file is read anew for each, so that a large one with a short word in it would
/// take hours. A file that people write has one or two.
const MOST_PLACES: usize = 64;

impl Declared {
    /// The text of the project's file with another word among the arguments of a package. All else stays, byte for byte. `None` if the
    /// word cannot be found as it is, or not among its first 64 places: a person has to look then.
    ///
    /// A word may stand at several places of the text. It is replaced at the one that changes this argument and nothing else.
    #[must_use]
    pub fn with_word(
        &self,
        text: &str,
        package: &str,
        before: &str,
        after: &str,
    ) -> Option<String> {
        let mut expected = self.packages.clone();
        let words = expected.get_mut(package)?;
        let word = words.iter_mut().find(|word| *word == before)?;
        after.clone_into(word);
        let places = text.match_indices(before).map(|(start, _)| start);
        let places = places.take(MOST_PLACES);
        let mut edited = places.map(|start| {
            let end = start + before.len();
            let (head, rest) = (text.get(..start), text.get(end..));
            format!(
                "{}{after}{}",
                head.unwrap_or_default(),
                rest.unwrap_or_default()
            )
        });
        edited.find(|edited| {
            let read = Self::parse(Path::new(&self.file), edited);
            read.is_ok_and(|read| read.packages == expected)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BEFORE: &str = "oci://ghcr.io/acme/provider:1.2.0";
    const AFTER: &str = "oci://ghcr.io/acme/provider:1.10.0";

    fn edited(text: &str) -> Option<String> {
        let declared = Declared::parse(Path::new("Pulumi.yaml"), text).expect("a project");
        declared.with_word(text, "acme", BEFORE, AFTER)
    }

    #[test]
    fn one_argument_is_replaced_and_all_else_stays() {
        for text in [
            "name: a # oci://ghcr.io/acme/provider:1.2.0\npackages:\n  acme:\n    source: wasm\n    parameters: [oci://ghcr.io/acme/provider:1.2.0]\n",
            "packages:\n  other:\n    source: wasm\n    parameters:\n      - 'oci://ghcr.io/acme/provider:1.2.0'\n  acme:\n    source: wasm\n    parameters:\n      - \"oci://ghcr.io/acme/provider:1.2.0\" # as agreed\n      - --allow-net\n      - a.com\n",
            "{\"packages\":{\"acme\":{\"source\":\"wasm\",\"parameters\":[\"oci://ghcr.io/acme/provider:1.2.0\"]}}}",
        ] {
            let found = edited(text).expect("a text");
            let last = text.rfind(BEFORE).expect("it is there");
            let expected = format!("{}{AFTER}{}", &text[..last], &text[last + BEFORE.len()..]);
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_word_at_very_many_places_is_left_to_a_person() {
        let package =
            format!("packages:\n  acme:\n    source: wasm\n    parameters: ['{BEFORE}']\n");
        let remarks = |count: usize| format!("# {BEFORE}\n").repeat(count);
        let text = format!("{}{package}", remarks(MOST_PLACES - 1));
        let expected = format!(
            "{}{}",
            remarks(MOST_PLACES - 1),
            package.replace(BEFORE, AFTER)
        );
        assert_eq!(edited(&text), Some(expected));
        assert_eq!(edited(&format!("{}{package}", remarks(MOST_PLACES))), None);
    }

    #[test]
    fn a_longer_word_is_another_one_and_a_hidden_one_is_not_found() {
        let longer = "packages:\n  acme:\n    source: wasm\n    parameters:\n      - oci://ghcr.io/acme/provider:1.2.0-rc\n      - oci://ghcr.io/acme/provider:1.2.0\n";
        let found = edited(longer).expect("a text");
        assert!(found.contains(":1.2.0-rc\n") && found.contains(":1.10.0\n"));
        let escaped = "packages:\n  acme:\n    source: wasm\n    parameters: [\"oci:\\x2f/ghcr.io/acme/provider:1.2.0\"]\n";
        assert_eq!(edited(escaped), None);
        assert_eq!(edited("packages: { acme: oci }\n"), None);
        assert_eq!(edited("name: a\n"), None);
        let anchored = "x: &a oci://ghcr.io/acme/provider:1.2.0\npackages:\n  acme: { source: wasm, parameters: [*a] }\n  other: { source: wasm, parameters: [*a] }\n";
        assert_eq!(edited(anchored), None, "it would change another package");
    }
}
