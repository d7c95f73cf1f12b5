//! The paths of `ignoreChanges`.
//!
//! The grammar is the engine's: names up to `.` or `[`, indices, quoted keys in which `\"` is the one escape, and `*`
//! for any key or index, quoted or not.

use crate::property_path::PathElement;

/// One path to ignore.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern(Vec<PathStep>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum PathStep {
    Exactly(PathElement),
    Any,
}

impl Pattern {
    /// Reads a path, or gives `None` when the text is not one.
    pub(super) fn parse(path: &str) -> Option<Pattern> {
        let mut steps = Vec::new();
        let mut rest = path;
        while !rest.is_empty() {
            if let Some(bracket) = rest.strip_prefix('[') {
                let (step, after) = match bracket.strip_prefix('"') {
                    Some(quoted) => quoted_key(quoted)?,
                    None => {
                        let (index, after) = bracket.split_once(']')?;
                        (index_or_any(index)?, after)
                    }
                };
                steps.push(step);
                rest = after;
                continue;
            }
            let name = match rest.strip_prefix('.') {
                // Some write a dot before a bracket too.
                Some(after) if after.starts_with('[') => {
                    rest = after;
                    continue;
                }
                Some(_) if steps.is_empty() => return None,
                Some(after) => after,
                None if steps.is_empty() => rest,
                None => return None,
            };
            let end = name.find(['.', '[']).unwrap_or(name.len());
            let (name, after) = name.split_at(end);
            if name.is_empty() {
                return None;
            }
            steps.push(key_or_any(name));
            rest = after;
        }
        (!steps.is_empty()).then_some(Pattern(steps))
    }

    /// Whether the path leads to the pattern's place or to one below.
    pub(super) fn covers(&self, path: &[PathElement]) -> bool {
        self.0.len() <= path.len()
            && self.0.iter().zip(path).all(|(step, element)| match step {
                PathStep::Any => true,
                PathStep::Exactly(expected) => expected == element,
            })
    }
}

fn key_or_any(key: &str) -> PathStep {
    if key == "*" {
        PathStep::Any
    } else {
        PathStep::Exactly(PathElement::Key(key.to_owned()))
    }
}

fn index_or_any(index: &str) -> Option<PathStep> {
    if index == "*" {
        return Some(PathStep::Any);
    }
    index
        .parse()
        .ok()
        .map(|index| PathStep::Exactly(PathElement::Index(index)))
}

/// A key up to its closing quotation mark and bracket, and the rest.
fn quoted_key(text: &str) -> Option<(PathStep, &str)> {
    let mut key = String::new();
    let mut letters = text.char_indices();
    while let Some((position, letter)) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some((_, '"')) => key.push('"'),
                Some((_, other)) => key.extend(['\\', other]),
                None => return None,
            },
            '"' => {
                let after = text.get(position + 1..)?.strip_prefix(']')?;
                return Some((key_or_any(&key), after));
            }
            other => key.push(other),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property_path::PropertyPath;

    fn covers(pattern: &str, path: &PropertyPath) -> bool {
        Pattern::parse(pattern).is_some_and(|pattern| pattern.covers(path.elements()))
    }

    #[test]
    fn patterns_cover_their_place_and_what_is_below() {
        let port = PropertyPath::root("rules").index(2).key("port");
        for pattern in [
            "rules",
            "rules[2]",
            "rules[*].port",
            "rules[2].port",
            "[\"rules\"].[2]",
        ] {
            assert!(covers(pattern, &port), "{pattern}");
        }
        for pattern in [
            "rules[1]",
            "rules[2].port.x",
            "rule",
            "rules.2",
            "rules[*].name",
        ] {
            assert!(!covers(pattern, &port), "{pattern}");
        }
        let dotted = PropertyPath::root("tags").key("a.b\"c");
        assert!(covers(r#"tags["a.b\"c"]"#, &dotted));
        assert!(covers("tags[\"*\"]", &dotted));
        assert!(covers("tags.*", &dotted));
        assert!(covers("*", &dotted));
        let dashed = PropertyPath::root("foo-bar").key("x y");
        assert!(covers("foo-bar.x y", &dashed));
    }

    #[test]
    fn paths_that_are_none_are_not_read() {
        for path in [
            "", ".a", "a.", "a..b", "a[", "a[x]", "a[\"b", "a[\"b\"", "a[-1]", "a[0]b",
        ] {
            assert_eq!(Pattern::parse(path), None, "{path}");
        }
    }

    #[test]
    fn our_own_paths_can_be_read() {
        let path = PropertyPath::root("a.b")
            .key("")
            .key("c\"d")
            .index(1)
            .key("e f");
        assert!(covers(&path.to_string(), &path));
    }
}
