//! Converts Rust names to Pulumi names.

/// The camel case of a snake-case name: `zone_id` is `zoneId`.
pub(crate) fn camel_from_snake(name: &str) -> String {
    let mut words = name.split('_').filter(|word| !word.is_empty());
    let mut camel = words.next().unwrap_or_default().to_owned();
    for word in words {
        let mut letters = word.chars();
        camel.extend(letters.next().map(|letter| letter.to_ascii_uppercase()));
        camel.push_str(letters.as_str());
    }
    camel
}

/// The camel case of a variant's name. A leading run of capitals counts as one word: `HTTPServer` is `httpServer`.
pub(crate) fn camel_from_pascal(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut camel = String::with_capacity(name.len());
    let mut leading = true;
    for (index, letter) in letters.iter().enumerate() {
        let next_is_small = letters.get(index + 1).is_some_and(char::is_ascii_lowercase);
        leading = leading && letter.is_ascii_uppercase() && (index == 0 || !next_is_small);
        camel.push(if leading {
            letter.to_ascii_lowercase()
        } else {
            *letter
        });
    }
    camel
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_become_camel_case() {
        for (rust, pulumi) in [
            ("name", "name"),
            ("zone_id", "zoneId"),
            ("b64_std", "b64Std"),
            ("_private", "private"),
        ] {
            assert_eq!(camel_from_snake(rust), pulumi);
        }
    }

    #[test]
    fn variants_become_camel_case() {
        for (rust, pulumi) in [
            ("Running", "running"),
            ("ShutDown", "shutDown"),
            ("AAAA", "aaaa"),
            ("HTTPServer", "httpServer"),
            ("A", "a"),
        ] {
            assert_eq!(camel_from_pascal(rust), pulumi);
        }
    }
}
