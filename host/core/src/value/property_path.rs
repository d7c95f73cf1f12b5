//! Property paths in Pulumi's notation: `name`, `list[0]`, `map["a.b"].name`.
//!
//! The engine must be able to parse every path that the host sends, so keys that are not plain are written in brackets
//! and quotes.

use std::fmt;

use crate::text::Excerpt;

/// A path from the top of a property map to a value inside it.
#[derive(Debug, Clone, PartialEq, Eq, Default, PartialOrd, Ord, Hash)]
pub struct PropertyPath(Vec<PathElement>);

/// One step of a path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathElement {
    Key(String),
    Index(usize),
}

impl PropertyPath {
    /// The path of a top-level property.
    #[must_use]
    pub fn root(key: &str) -> Self {
        Self(vec![PathElement::Key(key.to_owned())])
    }

    /// This path, extended by a key.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        let mut elements = self.0.clone();
        elements.push(PathElement::Key(key.to_owned()));
        Self(elements)
    }

    /// This path, extended by a list index.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        let mut elements = self.0.clone();
        elements.push(PathElement::Index(index));
        Self(elements)
    }

    /// The steps from the top.
    #[must_use]
    pub fn elements(&self) -> &[PathElement] {
        &self.0
    }

    /// The top-level property at the beginning of the path; `None` for the empty path.
    #[must_use]
    pub fn first_key(&self) -> Option<&str> {
        match self.0.first() {
            Some(PathElement::Key(key)) => Some(key),
            _ => None,
        }
    }
}

/// Whether a key can be written without quotes.
fn is_plain(key: &str) -> bool {
    let reads_well = !key.contains([']', '"', '*']) && !key.starts_with(char::is_whitespace);
    is_bare(key) && (reads_well || !is_quotable(key))
}

impl PathElement {
    /// Whether a path can contain this step. Some keys have no notation in the engine's grammar.
    #[must_use]
    pub fn can_be_written(&self) -> bool {
        match self {
            PathElement::Index(_) => true,
            PathElement::Key(key) => is_plain(key) || is_quotable(key),
        }
    }
}

/// Whether the engine's parser reads a key without quotes correctly.
fn is_bare(key: &str) -> bool {
    !key.is_empty() && !key.contains(['.', '['])
}

/// Whether the engine reads a quoted key correctly. Its only escape is `\"`, and it cannot escape the backslash.
fn is_quotable(key: &str) -> bool {
    !key.contains("\\\"") && !key.ends_with('\\')
}

impl fmt::Display for PropertyPath {
    /// Writes the path in the engine's notation. If a key has no notation, the path ends above it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, element) in self.0.iter().enumerate() {
            match element {
                PathElement::Index(index) => write!(formatter, "[{index}]")?,
                PathElement::Key(key) if is_plain(key) => {
                    if position > 0 {
                        formatter.write_str(".")?;
                    }
                    formatter.write_str(key)?;
                }
                PathElement::Key(key) if is_quotable(key) => {
                    write!(formatter, "[\"{}\"]", key.replace('"', "\\\""))?;
                }
                PathElement::Key(_) => break,
            }
        }
        Ok(())
    }
}

/// Reads the steps of a path in Pulumi's notation.
///
/// # Errors
/// The reason, if the path is malformed.
pub fn parse_path(path: &str) -> Result<Vec<PathElement>, String> {
    let mut elements = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        if let Some(quoted) = rest.strip_prefix("[\"") {
            let (key, after) = quoted_key(quoted).ok_or_else(|| malformed(path))?;
            elements.push(PathElement::Key(key));
            rest = after;
        } else if let Some(bracket) = rest.strip_prefix('[') {
            let (index, after) = bracket.split_once(']').ok_or_else(|| malformed(path))?;
            let index = index.parse().map_err(|_| malformed(path))?;
            elements.push(PathElement::Index(index));
            rest = after;
        } else {
            let key = match rest.strip_prefix('.') {
                Some(key) if !elements.is_empty() => key,
                None if elements.is_empty() => rest,
                _ => return Err(malformed(path)),
            };
            let end = key.find(['.', '[']).unwrap_or(key.len());
            let (key, after) = key.split_at(end);
            if key.is_empty() {
                return Err(malformed(path));
            }
            elements.push(PathElement::Key(key.to_owned()));
            rest = after;
        }
    }
    Ok(elements)
}

/// A key up to its closing quotation mark, and the text after the bracket.
fn quoted_key(text: &str) -> Option<(String, &str)> {
    let mut key = String::new();
    let mut rest = text;
    loop {
        if let Some(after) = rest.strip_prefix("\"]") {
            return Some((key, after));
        }
        let after = rest.strip_prefix("\\\"");
        match after {
            Some(after) => {
                key.push('"');
                rest = after;
            }
            None => {
                let letter = rest.chars().next()?;
                key.push(letter);
                rest = rest.get(letter.len_utf8()..)?;
            }
        }
    }
}

fn malformed(path: &str) -> String {
    format!(
        "`{}` is not a path such as `website.endpoint` or `zones[0]`",
        Excerpt::path(path)
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Reads a path as the engine does; `None` if the engine would refuse it.
    fn engine_reads(path: &str) -> Option<Vec<PathElement>> {
        let mut elements = Vec::new();
        let mut rest = path;
        if rest.starts_with('.') {
            return None;
        }
        while !rest.is_empty() {
            if let Some(after) = rest.strip_prefix('.') {
                if after.is_empty() || after.starts_with('[') {
                    return None;
                }
                rest = after;
            } else if let Some(mut quoted) = rest.strip_prefix("[\"") {
                let mut key = String::new();
                loop {
                    if let Some(after) = quoted.strip_prefix('"') {
                        rest = after.strip_prefix(']')?;
                        break;
                    }
                    let (letter, after) = match quoted.strip_prefix("\\\"") {
                        Some(after) => ('"', after),
                        None => {
                            let letter = quoted.chars().next()?;
                            (letter, &quoted[letter.len_utf8()..])
                        }
                    };
                    key.push(letter);
                    quoted = after;
                }
                elements.push(PathElement::Key(key));
            } else if let Some(bracket) = rest.strip_prefix('[') {
                let (index, after) = bracket.split_once(']')?;
                elements.push(PathElement::Index(index.parse().ok()?));
                rest = after;
            } else {
                let end = rest.find(['.', '[']).unwrap_or(rest.len());
                elements.push(PathElement::Key(rest[..end].to_owned()));
                rest = &rest[end..];
            }
        }
        Some(elements)
    }

    proptest! {
        #[test]
        fn the_engine_reads_every_path_that_is_written(
            first in "[a\\\\\"\\[\\].* é]{0,4}",
            others in proptest::collection::vec(prop_oneof![
                "[a\\\\\"\\[\\].* é]{0,4}".prop_map(PathElement::Key),
                (0..20usize).prop_map(PathElement::Index),
            ], 0..4),
        ) {
            let path = others.iter().fold(PropertyPath::root(&first), |path, step| match step {
                PathElement::Key(key) => path.key(key),
                PathElement::Index(index) => path.index(*index),
            });
            let expected: Vec<PathElement> = path
                .elements()
                .iter()
                .take_while(|step| step.can_be_written())
                .cloned()
                .collect();
            prop_assert_eq!(engine_reads(&path.to_string()), Some(expected));
        }
    }

    #[test]
    fn paths_are_written_so_that_the_engine_can_parse_them() {
        let path = PropertyPath::root("rules").index(2).key("port");
        assert_eq!(path.to_string(), "rules[2].port");
        assert_eq!(
            PropertyPath::root("a.b").key("").key("c\"d").to_string(),
            "[\"a.b\"][\"\"][\"c\\\"d\"]"
        );
        assert_eq!(
            PropertyPath::root("foo-bar").key("x y").to_string(),
            "foo-bar.x y"
        );
        assert_eq!(PropertyPath::default().to_string(), "");
    }

    #[test]
    fn backslashes_are_written_where_the_engine_takes_them_for_themselves() {
        let written = |key: &str| PropertyPath::root("a").key(key).key("b").to_string();
        for (key, expected) in [
            ("\\", "a.\\.b"),
            ("c\\d", "a.c\\d.b"),
            ("c.\\d", "a[\"c.\\d\"].b"),
            ("c\\\"d", "a.c\\\"d.b"),
            // No path can contain these keys.
            ("c.d\\", "a"),
            ("c.\\\"", "a"),
        ] {
            assert_eq!(written(key), expected, "{key}");
        }
    }

    fn key(key: &str) -> PathElement {
        PathElement::Key(key.to_owned())
    }

    #[test]
    fn a_path_is_read_as_it_is_written() {
        let paths: [(&str, &[PathElement]); 5] = [
            ("", &[]),
            ("endpoint", &[key("endpoint")]),
            ("a.b", &[key("a"), key("b")]),
            (
                "zones[0].id",
                &[key("zones"), PathElement::Index(0), key("id")],
            ),
            ("[\"a.b\"][\"c\\\"d\"]", &[key("a.b"), key("c\"d")]),
        ];
        for (path, elements) in paths {
            assert_eq!(parse_path(path).as_deref(), Ok(elements), "{path}");
        }
        for written in ["plain", "a.b", "x\"y", ""] {
            if !written.is_empty() {
                assert_eq!(
                    parse_path(&PropertyPath::root(written).to_string()),
                    Ok(vec![key(written)])
                );
            }
        }
    }

    #[test]
    fn a_malformed_path_is_refused_with_its_text() {
        for path in [".a", "a.", "a..b", "[x]", "[0", "[\"a", "[0]b"] {
            let error = parse_path(path).expect_err(path);
            assert!(error.contains(path), "{error}");
        }
    }
}
