//! Members of JSON bodies whose texts a recording leaves out, by their names.

use std::ops::Range;

use super::named_texts::NamedText;

/// Parts of the names of secrets, without separators between words.
const STEMS: [&str; 20] = [
    "accountkey",
    "backupcode",
    "encryptionkey",
    "hmackey",
    "kubeconfig",
    "masterkey",
    "recoverycode",
    "sharedkey",
    "signingkey",
    "sshkey",
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
/// Endings of the names of passwords, in addition to the stems.
const PASSWORD: &str = "pwd";
/// Endings of the names of tokens, without the form of the secret.
const TOKENS: [&str; 3] = ["token", "tokenhash", "tokens"];
/// The forms that a secret may have, at the end of its name: `token_b64`, `otpCode`.
const FORMS: [&str; 6] = ["b64", "base64", "code", "hash", "hex", "value"];
/// Names of secrets that end like a property of a secret.
const IDS: [&str; 2] = ["secretid", "sessionid"];
/// Names of secrets that are too short, or too much like other words, to be looked for inside of names: `pinned`,
/// `spinner`, `footprint`, `compass`, `author`, `cookies_accepted`. These must be the last word of the name.
const WORDS: [&str; 13] = [
    "auth",
    "authorization",
    "bearer",
    "cookie",
    "cookies",
    "dsn",
    "jwt",
    "otp",
    "pass",
    "pin",
    "psk",
    "session",
    "totp",
];
/// Endings of the names of properties of a secret.
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
/// Beginnings of the names of page tokens.
const OF_LISTS: [&str; 5] = ["continuation", "marker", "next", "page", "sync"];

/// The names of members that are left out: those that sound like secrets, and those that the user names.
#[derive(Debug, Default)]
pub(super) struct RedactedMembers(Vec<String>);

impl RedactedMembers {
    pub(super) fn new(names: &[String]) -> Self {
        Self(names.iter().map(|name| letters(name)).collect())
    }

    /// Whether the text with this name is left out.
    pub(super) fn has(&self, name: &str) -> bool {
        self.reach(name) != Reach::Nothing
    }

    /// Whether a text is left out, by a name of the text or by the name of an object around it.
    pub(super) fn have(&self, named: &NamedText) -> bool {
        let is_inside = |name: &String| self.reach(name) == Reach::Inside;
        named.own.iter().any(|name| self.has(name))
            || named.around.iter().any(is_inside)
                && !named.own.iter().any(|name| is_about(&letters(name)))
    }

    fn reach(&self, name: &str) -> Reach {
        let plain = letters(name);
        if self.0.contains(&plain) {
            return Reach::Inside;
        }
        if IDS.contains(&plain.as_str()) {
            return Reach::Texts;
        }
        if is_about(&plain) {
            return Reach::Nothing;
        }
        if STEMS.iter().any(|stem| plain.contains(stem)) {
            return Reach::Inside;
        }
        let mut words = words(name);
        // `otp_code` is the same as `otp`.
        while words.len() > 1
            && words
                .last()
                .is_some_and(|last| FORMS.contains(&last.as_str()))
        {
            words.pop();
        }
        let bare = words.concat();
        let is_token = TOKENS.iter().any(|ending| bare.ends_with(ending));
        if bare.ends_with(PASSWORD) || is_token && !is_of_list(&bare) {
            return Reach::Inside;
        }
        if words
            .last()
            .is_some_and(|last| WORDS.contains(&last.as_str()))
        {
            return Reach::Texts;
        }
        Reach::Nothing
    }

    /// The positions of the secret texts in a JSON document, without their quotes: of each member with such a name that
    /// is a text or a list of texts, and of all members of an object with such a name, except properties of the secret.
    /// The caller has parsed the document: in a text that is not JSON, the positions mean nothing.
    pub(super) fn places(&self, json: &str) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        // The objects and lists around the current position, each with what to redact in it.
        let mut around: Vec<Around> = Vec::new();
        // How much of the next value to redact, because of its member's name.
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

/// How much of a named value is redacted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reach {
    Nothing,
    /// A text, or the texts of a list. An object stays, because `session`, for example, may describe a whole visit.
    Texts,
    /// Texts, lists and everything inside of objects: `credentials` contains secrets only.
    Inside,
}

/// An object or a list around a value, with what to redact in it.
#[derive(Debug, Clone, Copy)]
enum Around {
    Object(Reach),
    List(Reach),
}

impl Around {
    /// How much of an element is redacted. An element has no name, so its list decides.
    fn of_element(around: Option<&Self>) -> Reach {
        match around {
            Some(Self::List(reach)) => *reach,
            _ => Reach::Nothing,
        }
    }
}

/// Whether a name, reduced to letters, is the name of a property of a secret.
fn is_about(plain: &str) -> bool {
    ABOUT.iter().any(|ending| plain.ends_with(ending))
}

/// Whether the name of a token, reduced to letters, is the name of a page token.
fn is_of_list(token: &str) -> bool {
    let mut beginnings = OF_LISTS.iter();
    beginnings.any(|beginning| token.starts_with(beginning))
}

/// The closing quote of a text that begins here.
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

/// A name without separators between its words.
pub(super) fn letters(name: &str) -> String {
    let letters = name.chars().filter(char::is_ascii_alphanumeric);
    letters.collect::<String>().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn redacted(json: &str) -> Vec<&str> {
        let redacted = RedactedMembers::new(&["salt".to_owned(), "X-Thing".to_owned()]);
        let places = redacted.places(json).into_iter();
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
            (
                r#"{"authorization":"1","auth":"2","basic_auth":"3","jwt":"4","bearer":"5","pass":"6","psk":"7","wpaPSK":"8","dsn":"9"}"#,
                &["1", "2", "3", "4", "5", "6", "7", "8", "9"],
            ),
            (
                r#"{"signing_key":"1","encryptionKey":"2","master_key":"3","hmac_key":"4","account_key":"5","ssh_key":"6","pre-shared-key":"7"}"#,
                &["1", "2", "3", "4", "5", "6", "7"],
            ),
            (
                r#"{"kubeconfig":"1","kubeConfig":{"users":["2"]},"recovery_codes":["3"],"backupCodes":["4"]}"#,
                &["1", "2", "3", "4"],
            ),
            (
                r#"{"token_b64":"1","tokenValue":"2","token_hash":"3","otpHash":"4","secret_id":"5","tokenhash":"6"}"#,
                &["1", "2", "3", "4", "5", "6"],
            ),
            (
                r#"{"next_password":"1","nextPwd":"2","next_otp":"3","page_token":"4","nextTokenValue":"5","sync_tokens":["6"]}"#,
                &["1", "2", "3"],
            ),
            (
                r#"{"auth":{"kind":"1"},"auth_type":"2","author":"3","compass":"4","passed":"5","ssh_key_name":"6","jwt_expires_at":"7","hash":"8","value":"9"}"#,
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
            assert_eq!(redacted(json), expected, "{json}");
        }
    }
}
