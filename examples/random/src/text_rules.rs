//! What the two resources that are texts, `RandomString` and `RandomPassword`, demand of their inputs.

use pulumi_wasm_provider::prelude::*;

/// The inputs of a text, each as far as it is known. A function of the rules takes no notice of what is not.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TextDraft {
    pub(crate) length: Option<i64>,
    pub(crate) lower: Option<bool>,
    pub(crate) upper: Option<bool>,
    pub(crate) numeric: Option<bool>,
    pub(crate) special: Option<bool>,
    pub(crate) min_lower: Option<i64>,
    pub(crate) min_upper: Option<i64>,
    pub(crate) min_numeric: Option<i64>,
    pub(crate) min_special: Option<i64>,
}

impl TextDraft {
    /// Everything that is wrong: a property and the reason.
    pub(crate) fn problems(&self) -> Vec<(&'static str, String)> {
        let mut problems = Vec::new();
        if self.length.is_some_and(|length| length < 1) {
            problems.push(("length", "must be at least 1".to_owned()));
        }
        for (property, minimum) in self.minimums() {
            if minimum.is_some_and(|minimum| minimum < 0) {
                problems.push((property, "must not be negative".to_owned()));
            }
        }
        if problems.is_empty() {
            problems.extend(self.too_short());
        }
        if [self.lower, self.upper, self.numeric, self.special] == [Some(false); 4] {
            let reason = "one of `lower`, `upper`, `numeric` and `special` must be true: \
                          there is no character left to make the text of";
            problems.push(("numeric", reason.to_owned()));
        }
        problems
    }

    /// Whether the minimums ask for more characters than there are.
    fn too_short(&self) -> Option<(&'static str, String)> {
        let length = self.length?;
        // A minimum that is not known yet counts as none: more would only make it worse.
        let sum: i64 = self
            .minimums()
            .into_iter()
            .filter_map(|(_, minimum)| minimum)
            .fold(0, i64::saturating_add);
        let reason = || {
            format!(
                "must be at least {sum}, the sum of `minLower`, `minUpper`, `minNumeric` and `minSpecial`, but it is {length}"
            )
        };
        (sum > length).then(|| ("length", reason()))
    }

    fn minimums(&self) -> [(&'static str, Option<i64>); 4] {
        [
            ("minLower", self.min_lower),
            ("minUpper", self.min_upper),
            ("minNumeric", self.min_numeric),
            ("minSpecial", self.min_special),
        ]
    }
}

/// Whether digits belong in a text. The input has two names, and both default to true; so the one that says no counts.
pub(crate) fn numeric(number: &Value<bool>, numeric: &Value<bool>) -> Option<bool> {
    let given = |value: &Value<bool>| match value.get() {
        Some(given) => Some(*given),
        None => value.is_absent().then_some(true),
    };
    match (given(number), given(numeric)) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

/// Whether the special characters are the same. An empty text means the usual ones, as no text does.
pub(crate) fn same_special(old: &Value<String>, new: &Value<String>) -> bool {
    let given = |value: &Value<String>| match value.get() {
        Some(given) => Some(given.clone()),
        None => value.is_absent().then(String::new),
    };
    given(old).is_some_and(|old| given(new) == Some(old))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usual(length: i64) -> TextDraft {
        TextDraft {
            length: Some(length),
            lower: Some(true),
            upper: Some(true),
            numeric: Some(true),
            special: Some(true),
            min_lower: Some(0),
            min_upper: Some(0),
            min_numeric: Some(0),
            min_special: Some(0),
        }
    }

    fn properties(draft: TextDraft) -> Vec<&'static str> {
        draft
            .problems()
            .into_iter()
            .map(|(property, _)| property)
            .collect()
    }

    #[test]
    fn a_text_has_a_character_at_least() {
        assert_eq!(properties(usual(1)), [""; 0]);
        for length in [0, -1, i64::MIN] {
            assert_eq!(properties(usual(length)), ["length"]);
        }
    }

    #[test]
    fn the_minimums_must_fit_into_the_length() {
        let mut draft = usual(5);
        draft.min_lower = Some(2);
        draft.min_special = Some(3);
        assert_eq!(properties(draft), [""; 0]);
        draft.min_upper = Some(1);
        assert_eq!(
            draft.problems(),
            [(
                "length",
                "must be at least 6, the sum of `minLower`, `minUpper`, `minNumeric` and `minSpecial`, but it is 5"
                    .to_owned()
            )]
        );
        draft.min_upper = Some(i64::MAX);
        assert_eq!(properties(draft), ["length"]);
        draft.min_upper = Some(-1);
        assert_eq!(properties(draft), ["minUpper"]);
    }

    #[test]
    fn a_minimum_counts_although_its_class_is_left_out() {
        let mut draft = usual(4);
        draft.special = Some(false);
        draft.min_special = Some(4);
        assert_eq!(properties(draft), [""; 0]);
    }

    #[test]
    fn some_class_must_be_left() {
        let mut draft = usual(4);
        (draft.lower, draft.upper, draft.numeric) = (Some(false), Some(false), Some(false));
        assert_eq!(properties(draft), [""; 0]);
        draft.special = Some(false);
        assert_eq!(properties(draft), ["numeric"]);
    }

    #[test]
    fn what_is_not_known_yet_is_not_judged() {
        assert_eq!(properties(TextDraft::default()), [""; 0]);
        let mut draft = usual(4);
        draft.length = None;
        draft.min_lower = Some(9);
        assert_eq!(properties(draft), [""; 0]);
    }

    #[test]
    fn either_name_can_leave_digits_out() {
        let (yes, no, unknown, absent) = (
            Value::known(true),
            Value::known(false),
            Value::unknown(),
            Value::absent(),
        );
        for (number, other, expected) in [
            (&absent, &absent, Some(true)),
            (&yes, &absent, Some(true)),
            (&no, &absent, Some(false)),
            (&absent, &no, Some(false)),
            (&no, &yes, Some(false)),
            (&unknown, &yes, None),
            (&unknown, &no, Some(false)),
        ] {
            assert_eq!(numeric(number, other), expected, "{number:?} {other:?}");
        }
    }

    #[test]
    fn an_empty_text_means_the_usual_special_characters() {
        let (empty, absent) = (Value::known(String::new()), Value::absent());
        assert!(same_special(&empty, &absent));
        assert!(same_special(&absent, &empty));
        assert!(!same_special(&Value::known("!".to_owned()), &absent));
        assert!(!same_special(&Value::unknown(), &Value::unknown()));
    }
}
