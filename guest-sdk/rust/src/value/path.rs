//! The place of a value in a property map.

use std::fmt;

use crate::error::PropertyFailure;

mod name;

pub use name::{AsPath, Elements, Entries, Fields, Path, PropertyName, Whole};

/// The path of a property, written the way Pulumi reads it: `rules[0].port`, `tags["a.b"]`.
///
/// A path borrows its parent, so that walking into a value allocates nothing until a message needs the text.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum PropertyPath<'a> {
    /// The whole property map.
    Root,
    /// The property or entry of this name.
    Key {
        /// The parent of the entry.
        parent: &'a PropertyPath<'a>,
        /// The entry's name.
        key: &'a str,
    },
    /// The element at this position.
    Index {
        /// The array.
        parent: &'a PropertyPath<'a>,
        /// The position, from 0.
        index: usize,
    },
}

impl<'a> PropertyPath<'a> {
    /// The path of the entry `key` below this one.
    pub fn key(&'a self, key: &'a str) -> PropertyPath<'a> {
        PropertyPath::Key { parent: self, key }
    }

    /// The path of the element at `index` below this one.
    pub fn index(&'a self, index: usize) -> PropertyPath<'a> {
        PropertyPath::Index {
            parent: self,
            index,
        }
    }

    /// A failure of the property at this path.
    pub fn failure(&self, reason: impl Into<String>) -> PropertyFailure {
        PropertyFailure {
            property: self.to_string(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for PropertyPath<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Root => Ok(()),
            Self::Key { parent, key } if needs_quotes(key) => {
                write!(formatter, "{parent}[\"{}\"]", key.replace('"', "\\\""))
            }
            Self::Key {
                parent: Self::Root,
                key,
            } => formatter.write_str(key),
            Self::Key { parent, key } => write!(formatter, "{parent}.{key}"),
            Self::Index { parent, index } => write!(formatter, "{parent}[{index}]"),
        }
    }
}

fn needs_quotes(key: &str) -> bool {
    key.is_empty() || key == "*" || key.contains(['.', '[', ']', '"'])
}

/// Whether `path` is `above`, or something inside it.
pub(crate) fn is_at_or_below(path: &str, above: &str) -> bool {
    path.strip_prefix(above)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']) || above.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_written_as_pulumi_reads_them() {
        let root = PropertyPath::Root;
        let tags = root.key("tags");
        let dotted = tags.key("a.b");
        assert_eq!(root.to_string(), "");
        assert_eq!(tags.to_string(), "tags");
        assert_eq!(dotted.index(0).to_string(), "tags[\"a.b\"][0]");
        assert_eq!(
            tags.key("plain-key").key("port").to_string(),
            "tags.plain-key.port"
        );
        assert_eq!(root.key("").to_string(), "[\"\"]");
        assert_eq!(root.key("say \"hi\"").to_string(), "[\"say \\\"hi\\\"\"]");
        assert_eq!(root.key("*").to_string(), "[\"*\"]");
    }

    #[test]
    fn a_path_is_below_its_parents_only() {
        for (path, above, expected) in [
            ("tags", "tags", true),
            ("tags.a", "tags", true),
            ("tags[0].b", "tags", true),
            ("tagsOther", "tags", false),
            ("other", "tags", false),
            ("other", "", true),
        ] {
            assert_eq!(
                is_at_or_below(path, above),
                expected,
                "{path} below {above}"
            );
        }
    }
}
