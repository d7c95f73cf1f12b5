//! What `RandomString` and `RandomPassword` do alike. They have the same inputs, but in types of their own.

use crate::generate::text::Class;

/// A class of characters from its two inputs.
pub(crate) fn class(included: bool, minimum: i64) -> Class {
    Class {
        included,
        minimum: count(minimum),
    }
}

/// A number of characters; the rules have seen to it that it is one.
pub(crate) fn count(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

/// Writes these functions for one of the two.
macro_rules! text_resource {
    ($resource:ident, $inputs:ident, $draft:ident) => {
        impl From<&$draft> for crate::text_rules::TextDraft {
            fn from(draft: &$draft) -> Self {
                Self {
                    length: draft.length.get().copied(),
                    lower: draft.lower.get().copied(),
                    upper: draft.upper.get().copied(),
                    numeric: crate::text_rules::numeric(&draft.number, &draft.numeric),
                    special: draft.special.get().copied(),
                    min_lower: draft.min_lower.get().copied(),
                    min_upper: draft.min_upper.get().copied(),
                    min_numeric: draft.min_numeric.get().copied(),
                    min_special: draft.min_special.get().copied(),
                }
            }
        }

        impl From<&$inputs> for crate::generate::text::Recipe {
            fn from(inputs: &$inputs) -> Self {
                use crate::text_resource::{class, count};
                Self {
                    length: count(inputs.length),
                    lower: class(inputs.lower, inputs.min_lower),
                    upper: class(inputs.upper, inputs.min_upper),
                    numeric: class(inputs.number && inputs.numeric, inputs.min_numeric),
                    special: class(inputs.special, inputs.min_special),
                    override_special: inputs.override_special.clone(),
                }
            }
        }

        /// Lets the two names of one input say the same from here on, so that inputs are as outputs will be.
        fn agree(inputs: &mut $draft) {
            if let Some(numeric) = crate::text_rules::numeric(&inputs.number, &inputs.numeric) {
                inputs.number.set(numeric);
                inputs.numeric.set(numeric);
            }
        }

        /// Takes inputs that only look different for the same.
        fn settle(change: &mut Diff<$resource>) {
            use crate::text_rules::{numeric, same_special};
            let (old, new) = (&change.old_inputs, &change.inputs);
            let before = numeric(&old.number, &old.numeric);
            let same_numeric = before.is_some() && before == numeric(&new.number, &new.numeric);
            let same_special = same_special(&old.override_special, &new.override_special);
            if same_numeric {
                change.ignore("number");
                change.ignore("numeric");
            }
            if same_special {
                change.ignore("overrideSpecial");
            }
        }
    };
}
pub(crate) use text_resource;
