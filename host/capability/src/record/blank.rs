//! Members of JSON bodies whose texts a recording leaves out, by their names.

use std::ops::Range;

/// What names of secrets have in them, without what people write between words.
const STEMS: [&str; 10] = [
    "password",
    "passwd",
    "passphrase",
    "passcode",
    "connectionstring",
    "secret",
    "privatekey",
    "apikey",
    "accesskey",
    "credential",
];
/// How names of secrets end.
const ENDINGS: [&str; 4] = ["pwd", "token", "tokenhash", "tokens"];
/// Names of secrets that are too short, or too much like other words, to be looked for inside of names: `pinned`, `spinner`,
/// `footprint`, `cookies_accepted`. They have to be words of the name.
const WORDS: [&str; 6] = ["cookie", "cookies", "otp", "pin", "session", "totp"];
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

    /// Whether a text with this name is left out.
    pub(super) fn has(&self, name: &str) -> bool {
        self.reach(name) != Reach::Nothing
    }

    fn reach(&self, name: &str) -> Reach {
        let plain = letters(name);
        if self.0.contains(&plain) {
            return Reach::Inside;
        }
        if plain == "sessionid" {
            return Reach::Texts;
        }
        if is_about(&plain)
            || OF_LISTS
                .iter()
                .any(|beginning| plain.starts_with(beginning))
        {
            return Reach::Nothing;
        }
        if STEMS.iter().any(|stem| plain.contains(stem))
            || ENDINGS.iter().any(|ending| plain.ends_with(ending))
        {
            return Reach::Inside;
        }
        let mut words = words(name);
        // `otp_code` is the same as `otp`.
        if words.len() > 1 && words.last().is_some_and(|last| last == "code") {
            words.pop();
        }
        if words
            .last()
            .is_some_and(|last| WORDS.contains(&last.as_str()))
        {
            return Reach::Texts;
        }
        Reach::Nothing
    }

    /// Where the texts of these members stand in a JSON document, without their quotes: of a member that is a text, or a list
    /// of texts, and of all members of an object with such a name, but for what is said about a secret. The document was
    /// parsed before: a text that is not JSON has places too, which mean nothing.
    pub(super) fn places(&self, json: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        // What is left out of each object and list around.
        let mut around: Vec<Around> = Vec::new();
        // What is left out of the value of the member that was read last.
        let mut member: Option<Reach> = None;
        let mut at = 0;
        while let Some(byte) = json.as_bytes().get(at) {
            let reach = member.unwrap_or_else(|| Around::of_element(around.last()));
            match byte {
                b'{' => around.push(Around::Object(reach)),
                b'[' => around.push(Around::List(reach)),
                b'}' | b']' => {
                    around.pop();
                }
                b'"' => {
                    let end = end_of_text(json, at + 1);
                    let rest = json.get(end + 1..).unwrap_or_default();
                    if rest.trim_start().starts_with(':') {
                        let written = json.get(at..=end).unwrap_or_default();
                        let name: String = serde_json::from_str(written).unwrap_or_default();
                        member = Some(match around.last() {
                            Some(Around::Object(Reach::Inside)) if !is_about(&letters(&name)) => {
                                Reach::Inside
                            }
                            _ => self.reach(&name),
                        });
                        at = end + 1;
                        continue;
                    }
                    if reach != Reach::Nothing && end > at + 1 {
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
            member = None;
            at += 1;
        }
        found
    }
}

/// What a name has left out of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Nothing,
    /// A text, or the texts of a list: `session` may be an object with everything that is known of a visit.
    Texts,
    /// These, and whatever is inside of objects: `credentials` has secrets alone.
    Inside,
}

/// An object or a list around a value, with what is left out of it.
#[derive(Debug, Clone, Copy)]
enum Around {
    Object(Reach),
    List(Reach),
}

impl Around {
    /// What is left out of an element, which has no name.
    fn of_element(around: Option<&Self>) -> Reach {
        match around {
            Some(Self::List(reach)) => *reach,
            _ => Reach::Nothing,
        }
    }
}

/// Whether a name, in letters, is that of something which is said about a secret.
fn is_about(plain: &str) -> bool {
    ABOUT.iter().any(|ending| plain.ends_with(ending))
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

/// The words of a name, in small letters: `otp` and `code` of `otpCode`, `otp_code` and `OTPCode`.
fn words(name: &str) -> Vec<String> {
    let mut found = vec![String::new()];
    let letters: Vec<char> = name.chars().collect();
    for (at, letter) in letters.iter().enumerate() {
        let is_small = |at: usize| letters.get(at).is_some_and(char::is_ascii_lowercase);
        let begins =
            letter.is_ascii_uppercase() && at > 0 && (is_small(at - 1) || is_small(at + 1));
        if !letter.is_ascii_alphanumeric() || begins {
            found.push(String::new());
        }
        if letter.is_ascii_alphanumeric()
            && let Some(word) = found.last_mut()
        {
            word.push(letter.to_ascii_lowercase());
        }
    }
    found.retain(|word| !word.is_empty());
    found
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
            (
                r#"{"secret":["a",["b"],"c"],"other":["d"]}"#,
                &["a", "b", "c"],
            ),
            (
                r#"{"secret":{"name":"n","value":"v","more":{"deep":["d"]},"n":1},"after":"a"}"#,
                &["v", "d"],
            ),
            (
                r#"{"secrets":[{"id":"i","value":"v"}],"after":"a"}"#,
                &["v"],
            ),
            (
                r#"{"session":{"user":"u","theme":"t"},"session_id":"s","otp":"1"}"#,
                &["s", "1"],
            ),
            (
                r#"{"pin":"1","pinCode":"2","OTPCode":"3","totp":"4","sim_pin":"5","cookie":"6","passcode":"7"}"#,
                &["1", "2", "3", "4", "5", "6", "7"],
            ),
            (
                r#"{"pinned":"1","spinner":"2","shipping":"3","pin_count":"4","footprint":"5","optional":"6","cookiePolicy":"7","sessionLength":"8","code":"9","opinion":"0"}"#,
                &[],
            ),
            (r#"{"connectionString":"c","connection":"n"}"#, &["c"]),
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
