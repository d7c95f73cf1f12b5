//! The resource that is known to exist after a failed call.

use crate::value::PropertyMap;

/// A resource that exists, but differs from the request, or could not be recorded completely.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PartialState {
    /// The final id.
    pub id: String,
    /// The current outputs.
    pub outputs: PropertyMap,
    /// The problems, one sentence each.
    pub reasons: Vec<String>,
    /// Whether some outputs could not be saved.
    pub is_cut: bool,
    /// The outputs that could not be recorded, if that is the only problem.
    pub lost: LostOutputs,
    /// The hint if outputs were lost; `None` if the component made a mistake.
    pub hint: Option<String>,
}

/// The lost outputs of a create or update that is otherwise complete.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum LostOutputs {
    /// No output was lost: the resource itself has a problem.
    #[default]
    Nothing,
    /// The outputs with these names.
    Named(Vec<String>),
    /// Outputs with unknown names.
    Unnamed,
}

impl LostOutputs {
    /// The lost outputs. An empty list means that the guest does not know the names.
    #[must_use]
    pub fn of(names: Option<Vec<String>>) -> Self {
        match names {
            None => LostOutputs::Nothing,
            Some(names) if names.is_empty() => LostOutputs::Unnamed,
            Some(names) => LostOutputs::Named(names),
        }
    }

    /// The lost outputs, if the number of names shows a loss.
    #[must_use]
    pub fn or_unnamed(self) -> Self {
        match self {
            LostOutputs::Nothing => LostOutputs::Unnamed,
            lost => lost,
        }
    }
}

impl PartialState {
    /// Whether the call succeeded and only its record is incomplete, so that there is nothing to resume.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.lost != LostOutputs::Nothing
    }

    /// Keeps the earlier recorded values of outputs that could not be recorded now.
    pub(crate) fn keep_lost(&mut self, recorded: &PropertyMap) {
        let is_lost = |name: &String| match &self.lost {
            LostOutputs::Nothing => false,
            LostOutputs::Named(names) => names.contains(name),
            LostOutputs::Unnamed => true,
        };
        for (name, value) in recorded.iter().filter(|(name, _)| is_lost(name)) {
            let place = self.outputs.entry(name.clone());
            place.or_insert_with(|| value.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::map;

    #[test]
    fn what_was_recorded_of_lost_outputs_is_kept() {
        let recorded = map([("a", "1".into()), ("b", "2".into()), ("c", "3".into())]);
        let named = LostOutputs::Named(vec!["b".to_owned()]);
        for (lost, expected) in [
            (LostOutputs::Nothing, map([("a", "x".into())])),
            (named, map([("a", "x".into()), ("b", "2".into())])),
            (
                LostOutputs::Unnamed,
                map([("a", "x".into()), ("b", "2".into()), ("c", "3".into())]),
            ),
        ] {
            let mut state = PartialState {
                outputs: map([("a", "x".into())]),
                lost,
                ..PartialState::default()
            };
            state.keep_lost(&recorded);
            assert_eq!(state.outputs, expected);
        }
    }
}
