//! The target of a `$ref`.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

use super::Parser;
use super::names::is_token;
use crate::schema::model::types::Type;

impl Parser<'_> {
    /// The type behind a reference; `Type::Any` if the type is in another package, or after a mistake.
    pub(super) fn reference(&mut self, reference: &str, place: &str) -> Type {
        match reference {
            "pulumi.json#/Any" => return Type::Any,
            "pulumi.json#/Archive" => return Type::Archive,
            "pulumi.json#/Asset" => return Type::Asset,
            "pulumi.json#/Json" => return Type::Json,
            _ => {}
        }
        let Some((path, fragment)) = reference.split_once('#') else {
            self.reader.mistake(
                place,
                format!("`{reference}` is not a reference: it has no `#`"),
            );
            return Type::Any;
        };
        let fragment = fragment.trim_start_matches('/');
        let (section, token) = fragment.split_once('/').unwrap_or((fragment, ""));
        let is_here = match path {
            "" => true,
            other => match other.trim_start_matches('/').split('/').collect::<Vec<_>>()[..] {
                [package, version, "schema.json"] if version.starts_with('v') => {
                    package == self.name && version.get(1..) == Some(self.version)
                }
                _ => {
                    let message = format!(
                        "`{reference}` is not a reference: another package is `/<package>/v<version>/schema.json#/types/<token>`"
                    );
                    self.reader.mistake(place, message);
                    return Type::Any;
                }
            },
        };
        match section {
            "provider" => Type::ResourceReference,
            "resources" => {
                let token = percent_decode(token);
                let known = self.resources.contains(&*token)
                    || token.strip_prefix("pulumi:providers:") == Some(self.name);
                if !is_here {
                    self.check_foreign(&token, place);
                }
                if is_here && !known {
                    let hint = self.reader.hint(&token, self.resources.iter().copied());
                    self.reader
                        .mistake(place, format!("there is no resource `{token}`{hint}"));
                }
                Type::ResourceReference
            }
            "types" if is_here => self.named_type(&percent_decode(token), place),
            // The host does not have another package's schema: the guest must check the type.
            "types" => {
                self.check_foreign(&percent_decode(token), place);
                Type::Any
            }
            _ => {
                let message = format!(
                    "`{reference}` is not a reference: expected `#/types/<token>` or `#/resources/<token>`"
                );
                self.reader.mistake(place, message);
                Type::Any
            }
        }
    }

    /// Checks the form of a token in another package, which is shown.
    fn check_foreign(&mut self, token: &str, place: &str) {
        if !is_token(token) {
            let message = format!("`{}` is not a token", token.escape_debug());
            self.reader.mistake(place, message);
        }
    }

    fn named_type(&mut self, token: &str, place: &str) -> Type {
        if let Some(id) = self.objects.get(token) {
            return Type::Object(*id);
        }
        if let Some(id) = self.enums.get(token) {
            return Type::Enum(*id);
        }
        let known = self.objects.keys().chain(self.enums.keys()).copied();
        let hint = self.reader.hint(token, known);
        self.reader
            .mistake(place, format!("there is no type `{token}`{hint}"));
        Type::Any
    }
}

/// Takes back the escapes of a URL, in which a token's `/` is `%2F`.
fn percent_decode(text: &str) -> Cow<'_, str> {
    percent_decode_str(text).decode_utf8_lossy()
}
