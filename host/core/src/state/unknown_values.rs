//! Unknown values outside previews.
//!
//! The engine accepts no unknown values outside previews: it drops the whole answer, and with it everything that is
//! known about the resource. So the host removes unknown values first, and reports them.

use crate::error::CallError;
use crate::text::Excerpt;
use crate::value::PropertyMap;

/// Removes the properties that are unknown or contain an unknown value, and returns a sentence for each.
pub(crate) fn take_unknown(properties: &mut PropertyMap) -> Vec<String> {
    let unknown = names_of_unknown(properties);
    for name in &unknown {
        properties.remove(name);
    }
    unknown.iter().map(|name| reason(name)).collect()
}

/// The names of properties that contain an unknown value.
pub(crate) fn names_of_unknown(properties: &PropertyMap) -> Vec<String> {
    let unknown = properties
        .iter()
        .filter(|(_, value)| value.contains_unknown());
    unknown.map(|(name, _)| name.clone()).collect()
}

fn reason(name: &str) -> String {
    format!("`{}`: is unknown outside of a preview", Excerpt::path(name))
}

/// The error of a component that returned unknown values.
pub(crate) fn unusable(unknown: &[String]) -> CallError {
    CallError::BadAnswer(unknown.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::PropertyValue;

    #[test]
    fn what_is_unknown_at_any_depth_is_taken_out_and_named() {
        let deep = PropertyMap::from([("b".to_owned(), PropertyValue::Unknown.into_secret())]);
        let mut properties = PropertyMap::from([
            ("whole".to_owned(), "x".into()),
            ("a".to_owned(), PropertyValue::Unknown),
            (
                "deep".to_owned(),
                PropertyValue::Array(vec![PropertyValue::Object(deep)]),
            ),
        ]);
        let told = take_unknown(&mut properties);
        assert_eq!(properties.into_keys().collect::<Vec<_>>(), ["whole"]);
        assert_eq!(told.len(), 2);
        assert!(told[0].starts_with("`a`") && told[1].starts_with("`deep`"));
    }
}
