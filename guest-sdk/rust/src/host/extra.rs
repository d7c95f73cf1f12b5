//! The `extra` fields, in which both sides may say more than the interface has words for.

use crate::encoding::Text;
use crate::path::PropertyPath;

/// The value of every `extra` field: nothing, so far.
pub(crate) const NO_EXTRA: &str = "{}";

/// Nothing to say in an `extra` field.
pub(crate) fn no_extra() -> String {
    NO_EXTRA.to_owned()
}

/// A text among the members of an `extra`.
pub(crate) fn extra_text(extra: &str, name: &str) -> Option<String> {
    let extra = Text::new(extra);
    let mut member = extra.members()?.get(name)?;
    let text = member.string(&PropertyPath::Root).ok()?;
    Some(text.into_owned())
}
