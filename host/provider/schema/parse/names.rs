//! The names that Pulumi takes: packages, tokens, properties.

use super::Parser;

/// What a token names; functions may have more letters in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum TokenKind {
    Resource,
    Type,
    Function,
}

/// Whose properties are named, which decides the names that are reserved.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Owner {
    /// A named type, or a function's arguments and results.
    Plain,
    CustomResource,
    Component,
    Configuration,
}

/// `^[a-zA-Z][-a-zA-Z0-9_]*$`
pub(super) fn is_package_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
}

/// A module or name: no digit first, then letters, digits and the marks given.
fn is_token_part(part: &str, marks: &[char]) -> bool {
    let mut letters = part.chars();
    letters
        .next()
        .is_some_and(|first| !first.is_ascii_digit() && first != ':')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || marks.contains(&letter))
}

impl Parser<'_> {
    /// Checks a token's form and its package.
    pub(super) fn check_token(
        &mut self,
        token: &str,
        kind: TokenKind,
        allowed: &[&str],
        place: &str,
    ) {
        let mut parts = token.split(':');
        let (Some(package), Some(module), Some(name), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            self.reader
                .mistake(place, "a token has three parts: `package:module:Name`");
            return;
        };
        // A method of the provider itself is `pulumi:providers:<package>/<method>`.
        let of_provider =
            kind == TokenKind::Function && package == "pulumi" && module == "providers";
        if package != self.name && !allowed.contains(&package) && !of_provider {
            let message = format!(
                "the token's package must be `{}`, not `{package}`",
                self.name
            );
            self.reader.mistake(place, message);
        }
        if !is_package_name(package) {
            let message = format!("`{package}` is not a package name: {PACKAGE_NAME_RULE}");
            self.reader.mistake(place, message);
        }
        if module.is_empty() && kind == TokenKind::Resource {
            // The engine's names of resources are split at `::`.
            self.reader.mistake(
                place,
                "a resource's token needs a module; `index` is the usual one",
            );
        }
        if !module.is_empty() && !is_token_part(module, &['.', '_', '/', '-']) {
            let message = format!(
                "`{module}` is not a module: it must not begin with a digit, and have only letters, digits and `._/-`"
            );
            self.reader.mistake(place, message);
        }
        let marks: &[char] = match kind {
            TokenKind::Function => &['.', '_', '/', '-'],
            TokenKind::Resource | TokenKind::Type => &['.', '_', '/'],
        };
        if !is_token_part(name, marks) {
            let marks: String = marks.iter().collect();
            let message = format!(
                "`{name}` is not a name: it must not begin with a digit, and have only letters, digits and `{marks}`"
            );
            self.reader.mistake(place, message);
        }
        let in_root = module.is_empty() || module.eq_ignore_ascii_case("index");
        if in_root && name.eq_ignore_ascii_case("provider") {
            self.reader.mistake(
                place,
                "`Provider` in the root module is the provider itself",
            );
        }
    }

    /// Checks that a property's name is free.
    pub(super) fn check_property_name(&mut self, name: &str, owner: Owner, place: &str) {
        let reserved = match name {
            "" => {
                self.reader.mistake(place, "a property must have a name");
                return;
            }
            "pulumi" => true,
            "urn" => owner != Owner::Plain,
            "id" => owner == Owner::CustomResource,
            "version" => owner == Owner::Configuration,
            _ => false,
        };
        if reserved {
            self.reader
                .mistake(place, format!("`{name}` is reserved by Pulumi"));
        }
    }
}

/// For people.
pub(super) const PACKAGE_NAME_RULE: &str =
    "it must begin with a letter, and have only letters, digits, `-` and `_`";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_names() {
        for name in ["a", "acme", "Acme-2_x"] {
            assert!(is_package_name(name), "{name}");
        }
        for name in ["", "2a", "-a", "a.b", "a b", "é"] {
            assert!(!is_package_name(name), "{name}");
        }
    }

    #[test]
    fn token_parts() {
        for part in ["index", "index/randomId", "Thing_2.x"] {
            assert!(is_token_part(part, &['.', '_', '/']), "{part}");
        }
        for part in ["", "2x", "a-b", "a b"] {
            assert!(!is_token_part(part, &['.', '_', '/']), "{part}");
        }
    }
}
