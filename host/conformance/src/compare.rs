//! The places at which an answer differs from the expected one.
//!
//! | expected | is met by |
//! | --- | --- |
//! | `$any` | any value that is present |
//! | `$keep(NAME)` | the same, and it is kept under that name |
//! | `$not(NAME)` | anything but the value that was kept under that name |
//! | `$says: PART`, `$says: [PART, …]` | a text with these parts, or anything else whose JSON has them |
//! | `$matches: PATTERN` | a text that the regular expression is found in |
//! | `$has: {…}` | an object with these members, and perhaps others |
//! | `$unordered: […]` | a list with these elements in any order |
//!
//! Every other value is met by an equal one; numbers are compared as doubles, and `-0` is not `0`.

use anyhow::Context as _;
use regex::Regex;
use serde_json::{Map, Value};

use crate::notation::{Names, name_in, only};
use crate::report::short;

/// Compares an answer, and keeps the values that later calls use.
pub(crate) struct Comparison<'a> {
    names: &'a mut Names,
    /// A line for each difference, by its path.
    pub(crate) differences: Vec<String>,
}

/// The differences of a value from the expected one, which has no names of other values in it.
///
/// # Errors
/// If the expected value is not written as cases are.
pub fn differences(expected: &Value, given: &Value) -> anyhow::Result<Vec<String>> {
    let mut names = Names::default();
    let mut comparison = Comparison::new(&mut names);
    comparison.compare("", expected, given)?;
    Ok(comparison.differences)
}

impl<'a> Comparison<'a> {
    pub(crate) fn new(names: &'a mut Names) -> Self {
        Self {
            names,
            differences: Vec::new(),
        }
    }

    /// Both are in the notation of cases. `path` is the path of the compared value.
    ///
    /// # Errors
    /// If the expected value is not written as cases are.
    pub(crate) fn compare(
        &mut self,
        path: &str,
        expected: &Value,
        given: &Value,
    ) -> anyhow::Result<()> {
        match expected {
            Value::String(text) if text.starts_with('$') && self.by_word(path, text, given) => {}
            Value::Object(members) => {
                if !self.by_rule(path, members, given)? {
                    self.objects(path, members, given)?;
                }
            }
            Value::Array(elements) => self.lists(path, elements, given)?,
            _ => {
                let resolved = match expected {
                    Value::String(_) => self.names.resolve(expected)?,
                    plain => plain.clone(),
                };
                let is_same = resolved.is_number() && same_number(&resolved, given);
                if !is_same && resolved != *given {
                    self.differs(path, &short(&resolved), given);
                }
            }
        }
        Ok(())
    }

    fn differs(&mut self, path: &str, expected: &str, given: &Value) {
        let given = short(given);
        self.differences
            .push(format!("{path}: expected {expected}, given {given}"));
    }

    /// Whether the text is an expectation such as `$any`, and not the expected text itself.
    fn by_word(&mut self, path: &str, text: &str, given: &Value) -> bool {
        if text == "$any" {
            return true;
        }
        if let Some(name) = name_in(text, "$keep") {
            self.names.kept.insert(name.to_owned(), given.clone());
            return true;
        }
        if let Some(name) = name_in(text, "$not") {
            if self.names.kept.get(name) == Some(given) {
                self.differs(path, &format!("anything but `{name}`"), given);
            }
            return true;
        }
        false
    }

    /// Whether the object is a rule for the expected value.
    fn by_rule(
        &mut self,
        path: &str,
        members: &Map<String, Value>,
        given: &Value,
    ) -> anyhow::Result<bool> {
        let Some((rule, of)) = only(members) else {
            return Ok(false);
        };
        match rule {
            "$says" => {
                let whole = given.to_string();
                let said = given.as_str().unwrap_or(&whole);
                for part in texts(&self.names.resolve(of)?) {
                    if !said.contains(&part) {
                        self.differs(path, &format!("a text with `{part}`"), given);
                    }
                }
            }
            "$matches" => {
                let pattern = of.as_str().context("`$matches` needs a pattern")?;
                let regex = Regex::new(pattern)?;
                if !given.as_str().is_some_and(|given| regex.is_match(given)) {
                    self.differs(path, &format!("what `{pattern}` is found in"), given);
                }
            }
            "$has" => {
                let members = of.as_object().context("`$has` needs members")?;
                for (key, value) in members {
                    match given.get(key) {
                        Some(given) => self.compare(&below(path, key), value, given)?,
                        None => self.differs(&below(path, key), &short(value), &Value::Null),
                    }
                }
            }
            "$unordered" => {
                let mut expected = of
                    .as_array()
                    .context("`$unordered` needs elements")?
                    .clone();
                let mut given = given.as_array().cloned().unwrap_or_default();
                given.sort_by_key(Value::to_string);
                expected.sort_by_key(Value::to_string);
                self.lists(path, &expected, &given.into())?;
            }
            "$repeat" | "$entries" | "$nested" => {
                let made = self.names.resolve(&Value::Object(members.clone()))?;
                self.compare(path, &made, given)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn objects(
        &mut self,
        path: &str,
        expected: &Map<String, Value>,
        given: &Value,
    ) -> anyhow::Result<()> {
        let Some(given) = given.as_object() else {
            self.differs(path, &short(&expected.clone().into()), given);
            return Ok(());
        };
        for (key, value) in expected {
            match given.get(key) {
                Some(given) => self.compare(&below(path, key), value, given)?,
                None => self.differences.push(format!(
                    "{}: expected {}, missing",
                    below(path, key),
                    short(value)
                )),
            }
        }
        for (key, value) in given {
            if !expected.contains_key(key) {
                let path = below(path, key);
                self.differences
                    .push(format!("{path}: not expected, given {}", short(value)));
            }
        }
        Ok(())
    }

    fn lists(&mut self, path: &str, expected: &[Value], given: &Value) -> anyhow::Result<()> {
        let Some(given) = given.as_array() else {
            self.differs(path, &short(&expected.into()), given);
            return Ok(());
        };
        if expected.len() != given.len() {
            let (wanted, found) = (expected.len(), given.len());
            let all = short(&given.clone().into());
            self.differences.push(format!(
                "{path}: expected {wanted} elements, given {found}: {all}"
            ));
        }
        for (index, (expected, given)) in expected.iter().zip(given).enumerate() {
            self.compare(&format!("{path}[{index}]"), expected, given)?;
        }
        Ok(())
    }
}

fn below(path: &str, key: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
    match (path, key.chars().all(plain)) {
        ("", true) => key.to_owned(),
        (_, true) => format!("{path}.{key}"),
        _ => format!("{path}[{key:?}]"),
    }
}

fn same_number(left: &Value, right: &Value) -> bool {
    match (left.as_f64(), right.as_f64()) {
        (Some(left), Some(right)) => left.to_bits() == right.to_bits(),
        _ => false,
    }
}

/// One text, or several.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(texts) => texts.iter().flat_map(self::texts).collect(),
        Value::String(text) => vec![text.clone()],
        other => vec![other.to_string()],
    }
}
