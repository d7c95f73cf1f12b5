//! Members of JSON bodies whose texts a recording leaves out, by their names.

use std::ops::Range;

/// What names of secrets have in them, without what people write between words.
const STEMS: [&str; 8] = [
    "password",
    "passwd",
    "passphrase",
    "secret",
    "privatekey",
    "apikey",
    "accesskey",
    "credential",
];
/// How names of secrets end.
const ENDINGS: [&str; 4] = ["pwd", "token", "tokenhash", "tokens"];
/// How names end of what is said about a secret.
const ABOUT: [&str; 20] = [
    "algorithm",
    "arn",
    "at",
    "count",
    "created",
    "enabled",
    "expiration",
    "expires",
    "expiry",
    "hint",
    "id",
    "length",
    "name",
    "policy",
    "required",
    "status",
    "type",
    "uri",
    "url",
    "version",
];
/// How names begin of tokens that tell where a list goes on.
const OF_LISTS: [&str; 5] = ["continuation", "marker", "next", "page", "sync"];

/// The names of members that are left out: those that sound like secrets, and those that the user names.
#[derive(Debug, Default)]
pub(super) struct Blanked(Vec<String>);

impl Blanked {
    pub(super) fn new(names: &[String]) -> Self {
        Self(names.iter().map(|name| letters(name)).collect())
    }

    fn has(&self, name: &str) -> bool {
        let plain = letters(name);
        if self.0.contains(&plain) {
            return true;
        }
        if ABOUT.iter().any(|ending| plain.ends_with(ending))
            || OF_LISTS
                .iter()
                .any(|beginning| plain.starts_with(beginning))
        {
            return false;
        }
        STEMS.iter().any(|stem| plain.contains(stem))
            || ENDINGS.iter().any(|ending| plain.ends_with(ending))
    }

    /// Where the texts of these members stand in a JSON document, without their quotes: of a member that is a text, or a list
    /// of texts. The document was parsed before: a text that is not JSON has places too, which mean nothing.
    pub(super) fn places(&self, json: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        // For each object and list around, whether it is a list of what is left out.
        let mut around: Vec<bool> = Vec::new();
        // Whether the value of the member that was read last is left out.
        let mut is_blank = false;
        let mut at = 0;
        while let Some(byte) = json.as_bytes().get(at) {
            match byte {
                b'{' => around.push(false),
                b'[' => around.push(is_blank),
                b'}' | b']' => {
                    around.pop();
                }
                b'"' => {
                    let end = end_of_text(json, at + 1);
                    let rest = json.get(end + 1..).unwrap_or_default();
                    if rest.trim_start().starts_with(':') {
                        let written = json.get(at..=end).unwrap_or_default();
                        let name: Option<String> = serde_json::from_str(written).ok();
                        is_blank = name.is_some_and(|name| self.has(&name));
                        at = end + 1;
                        continue;
                    }
                    if (is_blank || around.last() == Some(&true)) && end > at + 1 {
                        found.push(at + 1..end);
                    }
                    at = end;
                }
                b' ' | b'\t' | b'\r' | b'\n' | b':' => {
                    at += 1;
                    continue;
                }
                _ => {}
            }
            is_blank = false;
            at += 1;
        }
        found
    }
}

/// Where the quote is that ends a text which begins here.
fn end_of_text(json: &str, start: usize) -> usize {
    let bytes = json.as_bytes();
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// A name without what people write between its words.
pub(super) fn letters(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.collect::<String>().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blanked(json: &str) -> Vec<&str> {
        let blanked = Blanked::new(&["salt".to_owned(), "X-Thing".to_owned()]);
        let places = blanked.places(json).into_iter();
        places.map(|place| &json[place]).collect()
    }

    #[test]
    fn texts_are_left_out_by_the_names_of_their_members() {
        for (json, expected) in [
            (r#"{"password_hash":"aGk="}"#, &["aGk="][..]),
            (
                r#"{ "Initial-Password" : "a\"b" , "name":"n"}"#,
                &["a\\\"b"],
            ),
            (r#"[{"tokens":1,"userToken":"t","nextToken":"n"}]"#, &["t"]),
            (r#"{"secrets":["a","b"],"other":["c"]}"#, &["a", "b"]),
            (r#"{"secret":["a",["b"],"c"],"other":["d"]}"#, &["a", "c"]),
            (r#"{"secret":{"name":"n","value":"v"}}"#, &[]),
            (r#"{"secret":null,"other":"o","client_secret":""}"#, &[]),
            (
                r#"{"passwordPolicy":"p","secretName":"n","password_expires_at":"e"}"#,
                &[],
            ),
            (r#"{"pass\u0077ord":"escaped"}"#, &["escaped"]),
            (r#"{"salt":"s","x_thing":"x","thing":"t"}"#, &["s", "x"]),
            (r#""password""#, &[]),
            ("", &[]),
        ] {
            assert_eq!(blanked(json), expected, "{json}");
        }
    }
}
