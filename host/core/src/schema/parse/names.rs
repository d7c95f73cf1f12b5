//! The names that Pulumi accepts: packages, tokens, properties.
//!
//! Generated SDKs have them in their code and in the names of their files, and this tool in the names of its pages. So
//! only characters are allowed that no language, shell or file system interprets, even if Pulumi's own binder accepts
//! more.

use super::{Members, Parser, member};
use crate::value::PropertyValue;

/// The longest name, in bytes: a file's name has 255.
const MAX_NAME_BYTES: usize = 200;

/// The argument of a method that names its resource.
pub(super) const SELF: &str = "__self__";

/// The kind of a token; functions may have more letters in it.
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
    /// The arguments of a method, including the resource.
    Method,
    CustomResource,
    Component,
    Configuration,
    /// The property that tells the members of a union apart: declared elsewhere.
    Discriminator,
}

/// `^[a-zA-Z][-a-zA-Z0-9_]*$`
pub(super) fn is_package_name(name: &str) -> bool {
    name.len() <= MAX_NAME_BYTES
        && name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name
            .chars()
            .all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'))
}

/// A module or name: a letter first, then letters, digits and the marks given. The parts between slashes must not be
/// empty, and no file system may take them for another folder.
fn is_token_part(part: &str, marks: &[char]) -> bool {
    let is_known = |letter: char| letter.is_ascii_alphanumeric() || marks.contains(&letter);
    part.len() <= MAX_NAME_BYTES
        && part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && part.chars().all(is_known)
        && part
            .split('/')
            .all(|step| !step.is_empty() && !step.starts_with(['.', '-']) && !step.ends_with('.'))
        && !part.contains("..")
}

/// Whether a reference's token in another package has the form of one.
pub(super) fn is_token(token: &str) -> bool {
    let parts: Vec<&str> = token.split(':').collect();
    let [package, module, name] = parts[..] else {
        return false;
    };
    is_package_name(package)
        && (module.is_empty() || is_token_part(module, MODULE_MARKS))
        && is_token_part(name, NAME_MARKS)
}

const MODULE_MARKS: &[char] = &['.', '_', '/', '-'];
const NAME_MARKS: &[char] = &['.', '_', '/'];

/// A letter, `_` or `$` first, then digits and `-` as well: the form in real schemas.
fn is_property_name(name: &str) -> bool {
    let is_first = |letter: char| letter.is_ascii_alphabetic() || matches!(letter, '_' | '$');
    name.len() <= MAX_NAME_BYTES
        && name.starts_with(is_first)
        && name
            .chars()
            .all(|letter| is_first(letter) || letter.is_ascii_digit() || letter == '-')
}

/// Whether a text is an identifier in all programming languages.
fn is_identifier(name: &str) -> bool {
    let is_first = |letter: char| letter.is_ascii_alphabetic() || letter == '_';
    name.len() <= MAX_NAME_BYTES
        && name.starts_with(is_first)
        && name
            .chars()
            .all(|letter| is_first(letter) || letter.is_ascii_digit())
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
        let is_of_engine = package == "pulumi" && !of_provider;
        let is_own = package == self.name || allowed.contains(&package) || of_provider;
        if is_of_engine || !is_own {
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
        if !module.is_empty() && !is_token_part(module, MODULE_MARKS) {
            let message = format!(
                "`{module}` is not a module: it must begin with a letter, and have only letters, digits and `._/-` between them"
            );
            self.reader.mistake(place, message);
        }
        let marks: &[char] = match kind {
            TokenKind::Function => MODULE_MARKS,
            TokenKind::Resource | TokenKind::Type => NAME_MARKS,
        };
        if !is_token_part(name, marks) {
            let marks: String = marks.iter().collect();
            let message = format!(
                "`{name}` is not a name: it must begin with a letter, and have only letters, digits and `{marks}` between them"
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

    /// Checks that a property's name has the form of one, and is free.
    pub(super) fn check_property_name(&mut self, name: &str, owner: Owner, place: &str) {
        let reserved = match name {
            "" => {
                self.reader.mistake(place, "a property must have a name");
                return;
            }
            _ if !is_property_name(name) => {
                let message = format!(
                    "`{}` is not a property's name: it must begin with a letter, `_` or `$`, and have only letters, digits, `_`, \
                     `$` and `-`, {MAX_NAME_BYTES} at most",
                    name.escape_debug()
                );
                self.reader.mistake(place, message);
                return;
            }
            SELF if owner == Owner::Method => false,
            // Notes of the engine and of this host.
            _ if name.starts_with("__") => true,
            _ if owner == Owner::Discriminator => false,
            "pulumi" => true,
            "urn" => !matches!(owner, Owner::Plain | Owner::Method),
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

impl Parser<'_> {
    /// Checks that a method of a resource has a name that any language takes.
    pub(super) fn check_method_name(&mut self, name: &str, place: &str) {
        if !is_identifier(name) {
            let message = format!("`{}` is not a method's name", name.escape_debug());
            self.reader.mistake(place, message);
        }
    }

    /// Checks a variable's name: generated SDKs read it.
    pub(super) fn check_variable(&mut self, name: &str, place: &str) {
        if !is_identifier(name) {
            let name = name.escape_debug();
            let message = format!(
                "`{name}` is not the name of an environment variable: it must begin with a letter or `_`, and have only letters, \
                 digits and `_`"
            );
            self.reader.mistake(place, message);
        }
    }

    /// Checks the name and the value of an enum's value: generated SDKs contain both in their code.
    pub(super) fn check_enum_value(
        &mut self,
        item: &Members,
        value: Option<&PropertyValue>,
        place: &str,
    ) {
        let breaks_out =
            |letter: char| letter.is_control() || "\"\\\u{2028}\u{2029}".contains(letter);
        let text = value.and_then(PropertyValue::as_str);
        for (key, text) in [
            ("name", self.reader.text(item, "name", place)),
            ("value", text),
        ] {
            if text.is_some_and(|text| text.contains(breaks_out)) {
                let message = "must have no quotation marks, backslashes and control characters";
                self.reader.mistake(&member(place, key), message);
            }
        }
    }
}

/// For messages.
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
        for part in ["index", "index/randomId", "Thing_2.x", "_a/2b", "k8s.io/v1"] {
            assert!(is_token_part(part, &['.', '_', '/']), "{part}");
        }
        let escapes = [
            "/tmp/x", "a/../b", "..", "a/", "a//b", "a/.b", "a./b", "\u{1b}a", "a\n",
        ];
        for part in ["", "2x", "a-b", "a b", "é"].into_iter().chain(escapes) {
            assert!(!is_token_part(part, &['.', '_', '/']), "{part}");
        }
    }
    #[test]
    fn property_names() {
        for name in ["a", "apiVersion", "$ref", "x_y", "x-kubernetes-map", "_1"] {
            assert!(is_property_name(name), "{name}");
        }
        for name in ["1a", "-a", "a.b", "a b", "a;b", "a`", "é", "a\n", "../a"] {
            assert!(!is_property_name(name), "{name}");
        }
        assert!(!is_property_name(&"a".repeat(MAX_NAME_BYTES + 1)));
    }
}
