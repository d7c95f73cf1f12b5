//! Paths below a node, in Pulumi's notation: `endpoint`, `website.endpoint`, `zones[0]["a.b"]`.

use crate::property_path::{PathElement, PropertyPath};
use crate::text::Excerpt;

/// The path of a property.
pub(super) fn of_property(name: &str) -> String {
    PropertyPath::root(name).to_string()
}

/// The name of the output that a path begins with.
pub(super) fn first_key(path: &str) -> Option<String> {
    match parse(path).ok()?.into_iter().next()? {
        PathElement::Key(name) => Some(name),
        PathElement::Index(_) => None,
    }
}

/// Reads a path.
///
/// # Errors
/// When it is malformed: why.
pub(crate) fn parse(path: &str) -> Result<Vec<PathElement>, String> {
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

/// A key up to its closing quotation mark, and what stands behind the bracket.
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
    use super::*;

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
            assert_eq!(parse(path).as_deref(), Ok(elements), "{path}");
        }
        for written in ["plain", "a.b", "x\"y", ""] {
            if !written.is_empty() {
                assert_eq!(parse(&of_property(written)), Ok(vec![key(written)]));
            }
        }
    }

    #[test]
    fn a_malformed_path_is_refused_with_its_text() {
        for path in [".a", "a.", "a..b", "[x]", "[0", "[\"a", "[0]b"] {
            let error = parse(path).expect_err(path);
            assert!(error.contains(path), "{error}");
        }
    }
}
