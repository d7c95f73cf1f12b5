//! Properties that the engine sends as a program's or as recorded ones, and their real origin.
//!
//! With `ignoreChanges: ["*"]` the engine puts the recorded inputs in the place of the program's, and a program that looks
//! a thing up gives part of a state that nothing recorded. Marks tell the two apart; without marks, the form does.

use super::call::Call;
use super::error::CallError;
use super::schema;
use super::value::PropertyMap;
use crate::resource_binding::ResourceBinding;
use crate::state::private_state::{self, PrivateState};

impl ResourceBinding<'_> {
    /// The inputs that a program wants, in the form of today: recorded ones, which the engine sent in the place of the
    /// program's, are migrated as such.
    ///
    /// # Errors
    /// As [`ResourceBinding::recorded`].
    pub(super) async fn wanted(
        &self,
        call: &Call,
        mut inputs: PropertyMap,
        recorded: &PropertyMap,
    ) -> Result<PropertyMap, CallError> {
        let marks = inputs.get(private_state::KEY);
        let is_marked = marks.is_some() && marks == recorded.get(private_state::KEY);
        let is_of_today = || {
            let declared = &self.schema.inputs;
            schema::may_be(self.package, &[declared], &inputs)
                && schema::lacking(self.package, declared, &inputs).is_empty()
        };
        let has_versions = self.schema.traits.state_version > 0;
        let is_recorded = || is_marked || (inputs == *recorded && !is_of_today());
        if has_versions && !inputs.is_empty() && is_recorded() {
            let migrated = self.recorded(call, Some(inputs), None).await?;
            return Ok(migrated.inputs.unwrap_or_default());
        }
        PrivateState::take(&mut inputs);
        Ok(inputs)
    }

    /// The properties that come with a read. A program's properties for a lookup come as inputs and as outputs, are of
    /// today, and get the marks of today.
    pub(super) fn of_today(
        &self,
        mut inputs: Option<PropertyMap>,
        mut outputs: Option<PropertyMap>,
    ) -> (Option<PropertyMap>, Option<PropertyMap>) {
        if let (Some(inputs), Some(outputs)) = (&mut inputs, &mut outputs)
            && inputs == outputs
            && !inputs.is_empty()
            && !inputs.contains_key(private_state::KEY)
        {
            let looked_up = [
                Some(&self.schema.inputs),
                Some(&self.schema.outputs),
                self.schema.state_inputs.as_ref(),
            ];
            let declared: Vec<_> = looked_up.into_iter().flatten().collect();
            // A record without marks may look the same. Properties that the present schema lacks were recorded.
            if schema::may_be(self.package, &declared, inputs) {
                self.marks().put(inputs);
                let marks = PrivateState {
                    looked_up: true,
                    ..self.marks()
                };
                marks.put(outputs);
            }
        }
        (inputs, outputs)
    }
}
