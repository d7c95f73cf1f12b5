//! The notation of cases for values that plain YAML cannot write.
//!
//! | written | means |
//! | --- | --- |
//! | `$unknown` | an unknown value |
//! | `$secret: V`, `$asset: {…}`, `$archive: {…}`, `$reference: {…}`, `$output: {…}` | a value with that signature |
//! | `$(NAME)` | the value of an earlier answer at `$keep(NAME)` |
//! | `${server}` in a text | the address of the case's server |
//! | `${stack}` in a text | the beginning of the URNs of the case, such as `urn:pulumi:dev::shop` |
//! | `$repeat: {text: T, times: N}` | a long text |
//! | `$entries: {count: N, value: V}` | a map with the keys `k0000`, `k0001` and so on |
//! | `$nested: {depth: N, value: V}` | a value in a list in a list … |
//! | `$$…` | a text that begins with one `$` |

use std::collections::BTreeMap;

use anyhow::{Context as _, bail};
use serde_json::{Map, Value, json};

/// The key that makes an object a special value, as an engine writes it.
const SIGNATURE: &str = "4dabf18193072939515e22adb298388d";

/// Special values that are objects, by their notation.
const SIGNATURES: [(&str, &str); 5] = [
    ("$secret", "1b47061264138c4ac30d75fd1eb44270"),
    ("$asset", "c44067f5952c0a294b673a41bacd8c17"),
    ("$archive", "0def7320c3a5731c473e5ecbe6d01bc7"),
    ("$reference", "5cf8f73096256a8f31e491e813e4eb8e"),
    ("$output", "d0e6a833031e9bbcd3f4e8bde6ca49a4"),
];

/// The sentinel that is sent for an unknown value, and the other sentinels for unknown values.
const UNKNOWN: &str = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const OTHER_UNKNOWNS: [&str; 6] = [
    "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
    "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
    "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
    "030794c1-ac77-496b-92df-f27374a8bd58",
    "e48ece36-62e2-4504-bad9-02848725956a",
    "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
];

/// The meaning of texts with `$` in one run of a case.
#[derive(Default)]
pub(crate) struct Names {
    /// The address of the case's server.
    pub(crate) server: String,
    /// The beginning of the URN of each resource: the stack and the project.
    pub(crate) stack: String,
    /// The values of answers at `$keep(NAME)`.
    pub(crate) kept: BTreeMap<String, Value>,
}

/// The name in `$word(name)`.
pub(crate) fn name_in<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    text.strip_prefix(word)?
        .strip_prefix('(')?
        .strip_suffix(')')
}

impl Names {
    /// Inserts the values of names, and generates generated values. Special values stay as they are written.
    ///
    /// # Errors
    /// If the case is not written as cases are.
    pub(crate) fn resolve(&self, written: &Value) -> anyhow::Result<Value> {
        Ok(match written {
            Value::String(text) => match name_in(text, "$") {
                Some(name) => self
                    .kept
                    .get(name)
                    .cloned()
                    .with_context(|| format!("nothing was kept as `{name}`"))?,
                None => self.filled(text).into(),
            },
            Value::Array(elements) => {
                let resolved = elements.iter().map(|value| self.resolve(value));
                Value::Array(resolved.collect::<anyhow::Result<_>>()?)
            }
            Value::Object(members) => match generated(members)? {
                Some(generated) => generated,
                None => {
                    let mut resolved = Map::new();
                    for (key, value) in members {
                        resolved.insert(self.filled(key), self.resolve(value)?);
                    }
                    resolved.into()
                }
            },
            plain => plain.clone(),
        })
    }

    fn filled(&self, text: &str) -> String {
        text.replace("${server}", &self.server)
            .replace("${stack}", &self.stack)
    }

    /// As an engine sends it.
    ///
    /// # Errors
    /// If the case is not written as cases are.
    pub(crate) fn to_wire(&self, written: &Value) -> anyhow::Result<Value> {
        wire(&self.resolve(written)?)
    }
}

/// A value that is too long to be written.
fn generated(members: &Map<String, Value>) -> anyhow::Result<Option<Value>> {
    let Some((key, of)) = only(members) else {
        return Ok(None);
    };
    let number = |name: &str| {
        let number = of.get(name).and_then(Value::as_u64);
        let number = number.and_then(|number| usize::try_from(number).ok());
        number.with_context(|| format!("`{key}` needs a number `{name}`"))
    };
    let value = || of.get("value").cloned().unwrap_or_default();
    Ok(Some(match key {
        "$repeat" => {
            let text = of.get("text").and_then(Value::as_str);
            let text = text.context("`$repeat` needs a `text`")?;
            text.repeat(number("times")?).into()
        }
        "$entries" => {
            let keys = (0..number("count")?).map(|index| format!("k{index:04}"));
            keys.map(|key| (key, value())).collect()
        }
        "$nested" => (0..number("depth")?).fold(value(), |inner, _| json!([inner])),
        _ => return Ok(None),
    }))
}

/// The one member of an object that has only one.
pub(crate) fn only(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let mut all = members.iter();
    let (key, value) = all.next()?;
    all.next().is_none().then_some((key.as_str(), value))
}

fn wire(written: &Value) -> anyhow::Result<Value> {
    Ok(match written {
        Value::String(text) if text == "$unknown" => UNKNOWN.into(),
        Value::String(text) => match text.strip_prefix("$$") {
            Some(rest) => format!("${rest}").into(),
            None => text.as_str().into(),
        },
        Value::Array(elements) => {
            let sent = elements.iter().map(wire);
            Value::Array(sent.collect::<anyhow::Result<_>>()?)
        }
        Value::Object(members) => match special(members)? {
            Some(special) => special,
            None => {
                let mut sent = Map::new();
                for (key, value) in members {
                    sent.insert(key.clone(), wire(value)?);
                }
                sent.into()
            }
        },
        plain => plain.clone(),
    })
}

fn special(members: &Map<String, Value>) -> anyhow::Result<Option<Value>> {
    let found = only(members).and_then(|(key, of)| {
        let (_, signature) = SIGNATURES.iter().find(|(word, _)| *word == key)?;
        Some((key, of, *signature))
    });
    let Some((key, of, signature)) = found else {
        return Ok(None);
    };
    let mut object = Map::new();
    object.insert(SIGNATURE.to_owned(), signature.into());
    match (key, wire(of)?) {
        ("$secret", value) => {
            object.insert("value".to_owned(), value);
        }
        (_, Value::Object(members)) => object.extend(members),
        (_, other) => bail!("`{key}` is an object, not {other}"),
    }
    Ok(Some(object.into()))
}

/// A value from the wire, as a case writes it.
pub(crate) fn readable(wire: &Value) -> Value {
    match wire {
        Value::String(text) if text == UNKNOWN || OTHER_UNKNOWNS.contains(&text.as_str()) => {
            "$unknown".into()
        }
        Value::String(text) if text.starts_with('$') => format!("${text}").into(),
        // `3.0` is written as `3`.
        Value::Number(number) => match number.as_f64() {
            Some(float)
                if float.fract() == 0.0
                    && float.abs() < 1e15
                    && !(float == 0.0 && float.is_sign_negative()) =>
            {
                #[expect(
                    clippy::cast_possible_truncation,
                    reason = "it is a small whole number"
                )]
                let whole = float as i64;
                whole.into()
            }
            _ => wire.clone(),
        },
        Value::Array(elements) => elements.iter().map(readable).collect(),
        Value::Object(members) => {
            let mut plain: Map<String, Value> = members
                .iter()
                .map(|(key, value)| (key.clone(), readable(value)))
                .collect();
            let signature = plain.get(SIGNATURE).and_then(Value::as_str);
            let word = SIGNATURES
                .iter()
                .find(|(_, known)| Some(*known) == signature);
            match word {
                None => plain.into(),
                Some((word, _)) => {
                    plain.remove(SIGNATURE);
                    match *word {
                        "$secret" => json!({ "$secret": plain.remove("value") }),
                        word => {
                            Value::Object([(word.to_owned(), plain.into())].into_iter().collect())
                        }
                    }
                }
            }
        }
        plain => plain.clone(),
    }
}
